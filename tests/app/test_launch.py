"""`minimax-lab`: what it copies, what it hands to JupyterLab, and that JupyterLab really starts."""

import json
import logging
import os
import subprocess
import sys
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from minimax_lab import __version__
from minimax_lab.app import launch


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A checkout with two lessons and an exercise."""
    notebooks = tmp_path / "checkout" / "notebooks"
    for name in "01_trees.ipynb", "02_minimax.ipynb", "exercises/01_trees.ipynb", ".ipynb_checkpoints/01_trees.ipynb":
        (notebooks / name).parent.mkdir(parents=True, exist_ok=True)
        (notebooks / name).write_text(f"course: {name}")
    monkeypatch.setattr(launch, "WRITTEN", notebooks)
    monkeypatch.setattr(launch, "INSTALLED", tmp_path / "package" / "notebooks")
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    return notebooks


@pytest.fixture
def runs(monkeypatch):
    """The arguments of every start of JupyterLab."""
    runs = []
    monkeypatch.setattr(launch, "run_jupyterlab", lambda arguments, folder: runs.append(arguments))
    return runs


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_without_a_folder_it_opens_a_copy_in_the_home_folder_and_says_where(course, runs, tmp_path, capsys):
    assert launch.main([]) == 0
    mine = tmp_path / "home" / "minimax-lab"
    assert runs == [[f"--ServerApp.root_dir={mine}", "--LabApp.default_url=/lab/tree/01_trees.ipynb"]]
    assert files(mine) == {"01_trees.ipynb", "02_minimax.ipynb", "exercises/01_trees.ipynb"}
    assert capsys.readouterr().out == f"Your copy of the course is in {mine}\n3 files are new.\n"


def test_the_checkout_itself_is_opened_only_when_it_is_asked_for(course, runs, tmp_path, capsys):
    assert launch.main(["--here", "--no-browser"]) == 0
    where = [f"--ServerApp.root_dir={course}", "--LabApp.default_url=/lab/tree/01_trees.ipynb"]
    assert runs == [[*where, "--no-browser"]]
    assert not (tmp_path / "home").exists()


def test_a_copy_alone_starts_nothing_and_says_what_to_open(course, runs, tmp_path, capsys):
    mine = tmp_path / "mine"
    assert launch.main(["--copy", str(mine)]) == 0
    assert files(mine) == {"01_trees.ipynb", "02_minimax.ipynb", "exercises/01_trees.ipynb"}
    assert capsys.readouterr().out.splitlines()[-1] == f"Open {mine / '01_trees.ipynb'} in your Jupyter."
    assert runs == []


@pytest.mark.parametrize("arguments", [["--copy"], ["--copy", "mine", "--no-browser"], ["--copy", "mine", "other"]])
def test_a_copy_alone_needs_one_folder_and_nothing_else(course, runs, tmp_path, monkeypatch, capsys, arguments):
    monkeypatch.chdir(tmp_path)
    assert launch.main(arguments) == 2
    assert "--copy is followed by one folder" in capsys.readouterr().err
    assert not (tmp_path / "mine").exists()
    assert runs == []


def test_installed_notebooks_that_nobody_may_write_are_copied_like_others(course, runs, tmp_path):
    course.parent.rename(launch.INSTALLED.parent)
    for file in launch.INSTALLED.rglob("*.ipynb"):
        file.chmod(0o444)
    launch.main([])
    copied = tmp_path / "home" / "minimax-lab" / "01_trees.ipynb"
    copied.write_text("my answers")
    assert os.access(copied, os.W_OK)
    assert copied.stat().st_mode & 0o200


def test_every_command_has_a_module_and_is_in_the_help():
    for name, module in launch.COMMANDS.items():
        assert callable(import_module(module).main)
        assert f"\n  {name} " in launch.HELP


@pytest.mark.parametrize(
    ("typed", "meant"), [("worksheets", "worksheet"), ("class_report", "class-report"), ("slide", "slides")]
)
def test_a_mistyped_command_is_asked_about_and_makes_no_folder(
    course, runs, tmp_path, monkeypatch, capsys, typed, meant
):
    monkeypatch.chdir(tmp_path)
    assert launch.main([typed]) == 2
    assert f"Did you mean `minimax-lab {meant}`?" in capsys.readouterr().err
    assert not (tmp_path / typed).exists()
    assert runs == []
    assert launch.main([f"./{typed}"]) == 0  # as the answer says
    assert launch.main([typed]) == 0  # a folder that is there is meant
    assert len(runs) == 2


def test_start_here_comes_before_the_first_lesson(course, runs):
    (course / "00_start_here.ipynb").write_text("welcome")
    launch.main([])
    assert runs[0][1] == "--LabApp.default_url=/lab/tree/00_start_here.ipynb"


@pytest.mark.parametrize(
    "options",
    [
        ["--no-browser", "--port", "8899"],
        ["--ServerApp.token", "abc", "--debug"],
        ["--no-browser", "lesson.ipynb"],
    ],
)
@pytest.mark.parametrize("folder", [[], ["mine"]])
def test_options_pass_through_as_they_stand(course, runs, tmp_path, monkeypatch, folder, options):
    monkeypatch.chdir(tmp_path)
    assert launch.main([*folder, *options]) == 0
    opened = tmp_path / folder[0] if folder else tmp_path / "home" / "minimax-lab"
    assert runs == [[f"--ServerApp.root_dir={opened}", "--LabApp.default_url=/lab/tree/01_trees.ipynb", *options]]


@pytest.mark.parametrize("options", [["--notebook-dir=/there"], ["--ServerApp.root_dir", "/there"]])
def test_a_root_folder_that_the_user_names_is_the_only_one_named(course, runs, options):
    launch.main(options)
    assert runs == [options]
    assert not Path.home().exists()


def test_a_page_that_the_user_names_is_the_only_one_named(course, runs):
    launch.main(["--here", "--LabApp.default_url=/lab"])
    assert runs == [[f"--ServerApp.root_dir={course}", "--LabApp.default_url=/lab"]]


def test_a_folder_gets_a_copy_of_every_notebook(course, runs, tmp_path, capsys):
    mine = tmp_path / "new" / "mine"
    assert launch.main([str(mine)]) == 0
    assert files(mine) == {"01_trees.ipynb", "02_minimax.ipynb", "exercises/01_trees.ipynb"}
    assert (mine / "exercises/01_trees.ipynb").read_text() == "course: exercises/01_trees.ipynb"
    assert runs[0][0] == f"--ServerApp.root_dir={mine}"
    assert capsys.readouterr().out == f"Your copy of the course is in {mine}\n3 files are new.\n"


def test_a_copy_has_everything_of_a_notebook_but_its_outputs(course, runs, tmp_path):
    hidden = {"x": 1, "jupyter": {"outputs_hidden": True}}
    run = [{"output_type": "stream", "name": "stdout", "text": ["ü = 3\n"]}]
    cells = [
        {"cell_type": "markdown", "id": "a", "metadata": {}, "source": ["What is ü?"]},
        {"cell_type": "code", "execution_count": 1, "id": "b", "metadata": hidden, "outputs": run, "source": ["ü"]},
    ]
    notebook = {"cells": cells, "metadata": {"kernelspec": {}}, "nbformat": 4, "nbformat_minor": 5}
    (course / "02_minimax.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    launch.main([str(tmp_path / "mine")])
    copied = json.loads((tmp_path / "mine" / "02_minimax.ipynb").read_text(encoding="utf-8"))
    as_new = {"execution_count": None, "outputs": [], "metadata": {"x": 1, "jupyter": {}}}
    assert copied == notebook | {"cells": [cells[0], cells[1] | as_new]}


@pytest.mark.parametrize("stored", ["not JSON", "[1, 2]", "3", '{"cells": 3}', '{"cells": [{}]}', '{"a": 1.50}'])
def test_what_is_not_a_notebook_is_copied_as_it_is(course, runs, tmp_path, stored):
    (course / "02_minimax.ipynb").write_text(stored)
    launch.main([str(tmp_path / "mine")])
    assert (tmp_path / "mine" / "02_minimax.ipynb").read_text() == stored


def test_no_notebook_of_the_course_has_an_output_in_the_copy(tmp_path):
    launch.copy_missing(launch.notebook_folder(), tmp_path)
    copies = [json.loads(path.read_text(encoding="utf-8")) for path in tmp_path.rglob("*.ipynb")]
    cells = [cell for copy in copies for cell in copy["cells"]]
    assert len(copies) > 15
    assert any(cell["cell_type"] == "code" for cell in cells)
    assert [cell for cell in cells if cell.get("outputs")] == []


def test_no_student_gets_a_copy_of_the_solutions(course, runs, tmp_path):
    (course / "solutions").mkdir()
    (course / "solutions/01_trees.ipynb").write_text("the answers")
    launch.main([str(tmp_path / "mine")])
    assert files(tmp_path / "mine") == {"01_trees.ipynb", "02_minimax.ipynb", "exercises/01_trees.ipynb"}


def test_a_file_that_is_there_is_left_alone(course, runs, tmp_path, capsys):
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "01_trees.ipynb").write_text("my answers")
    (mine / "00_my_own.ipynb").write_text("my notes")
    assert launch.main([str(mine)]) == 0
    assert (mine / "01_trees.ipynb").read_text() == "my answers"
    assert (mine / "02_minimax.ipynb").read_text() == "course: 02_minimax.ipynb"
    where, what = capsys.readouterr().out.splitlines()
    assert where == f"Your copy of the course is in {mine}"
    assert what == "2 files are new. None of yours was touched."
    assert runs[0][1] == "--LabApp.default_url=/lab/tree/01_trees.ipynb"


def test_what_lessons_write_and_python_compiles_is_not_copied(course, runs, tmp_path):
    for name in "my_engine.py", "__pycache__/my_engine.cpython-311.pyc":
        (course / name).parent.mkdir(exist_ok=True)
        (course / name).write_text("a lesson's")
    launch.main([str(tmp_path / "mine")])
    assert not [*(tmp_path / "mine").rglob("*.py*")]


def test_a_second_start_copies_nothing(course, runs, tmp_path, capsys):
    launch.main([str(tmp_path / "mine")])
    capsys.readouterr()
    launch.main([str(tmp_path / "mine")])
    where = f"Your copy of the course is in {tmp_path / 'mine'}"
    assert capsys.readouterr().out == f"{where}\nNothing is new. None of yours was touched.\n"


def test_a_link_to_nowhere_is_left_alone_too(course, runs, tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "01_trees.ipynb").symlink_to(tmp_path / "gone")
    launch.main([str(mine)])
    assert not (tmp_path / "gone").exists()


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("notes.txt", "notes.txt is a file"),
        ("notes.txt/inside", "cannot copy the notebooks into notes.txt/inside"),
        ("02_minimax.ipynb", "02_minimax.ipynb is a file"),
        ("", "empty"),
        ("checkout/notebooks/mine", "is inside the folder of the notebooks"),
    ],
)
def test_a_folder_that_cannot_be_is_refused_and_nothing_is_copied(
    course, runs, tmp_path, monkeypatch, capsys, name, complaint
):
    monkeypatch.chdir(tmp_path)
    Path("notes.txt").write_text("mine")
    before = files(tmp_path)
    assert launch.main([name, "--no-browser"]) == 2
    assert complaint in capsys.readouterr().err
    assert files(tmp_path) == before
    assert runs == []


def test_a_folder_that_cannot_be_written_is_refused(course, runs, tmp_path, monkeypatch, capsys):
    def refuse(self, *args, **kwargs):  # root may write everywhere, so permissions alone would not test this
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "mkdir", refuse)
    assert launch.main([str(tmp_path / "mine")]) == 2
    assert "Permission denied" in capsys.readouterr().err
    assert runs == []


def test_a_folder_that_cannot_be_looked_into_is_refused(course, runs, tmp_path, monkeypatch, capsys):
    def refuse(self):
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "is_file", refuse)
    assert launch.main(["--copy", str(tmp_path / "mine")]) == 2
    assert "Permission denied" in capsys.readouterr().err


def test_without_any_notebooks_it_says_where_it_looked(course, runs, capsys):
    course.rename(course.parent / "elsewhere")
    assert launch.main([]) == 2
    complaint = capsys.readouterr().err
    assert str(launch.INSTALLED) in complaint
    assert str(launch.WRITTEN) in complaint
    assert runs == []


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["mine", "--no-browser", "--help"]])
def test_help_names_the_folder_and_ends_with_where_the_other_options_are(runs, capsys, arguments):
    assert launch.main(arguments) == 0
    shown = capsys.readouterr().out
    assert "minimax-lab [DIR]" in shown
    assert shown.endswith("jupyter lab --help\n")
    assert runs == []


def test_version_is_the_package_version(runs, capsys):
    assert launch.main(["--version"]) == 0
    assert capsys.readouterr().out == f"{__version__}\n"
    assert runs == []


@pytest.fixture
def server(tmp_path):
    """A running `minimax-lab`, apart from the settings and servers of whoever runs the tests."""
    apart = ["JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "HOME"]
    apart += ["JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR"]
    command = [sys.executable, "-m", "minimax_lab", str(tmp_path / "mine"), "--no-browser"]
    process = subprocess.Popen(
        [*command, "--port", "0", "--IdentityProvider.token", "secret"],
        env={**os.environ, **{name: str(tmp_path / name) for name in apart}},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    yield process
    if process.poll() is None:
        process.kill()
        process.communicate()


PATIENCE = 600  # seconds, so that a busy machine is not taken for a failure


def address(runtime: Path, process: subprocess.Popen) -> str:
    """Where the server listens, once it answers there: it says where it will listen a moment before it does."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        for info in runtime.glob("jpserver-*.json"):
            with suppress(ValueError, URLError):  # half written, or not listening yet
                url = json.loads(info.read_text())["url"]
                urlopen(f"{url}api", timeout=PATIENCE).close()
                return url
        time.sleep(0.1)
    process.kill()  # otherwise there is no end to what it prints
    pytest.fail(f"JupyterLab did not start:\n{process.communicate()[0]}")


@pytest.mark.exhaustive  # .ci/run starts it, too
def test_jupyterlab_starts_on_the_copy_and_stops_when_it_is_told_to(server, tmp_path):
    url = address(tmp_path / "JUPYTER_RUNTIME_DIR", server)
    with urlopen(f"{url}api", timeout=PATIENCE) as answer:
        assert "version" in json.load(answer)
    with urlopen(f"{url}api/contents?token=secret", timeout=PATIENCE) as answer:
        shown = {entry["name"] for entry in json.load(answer)["content"]}
    assert shown >= {notebook.name for notebook in launch.notebook_folder().glob("*.ipynb")}
    server.terminate()
    printed, _ = server.communicate(timeout=PATIENCE)
    assert server.returncode == 0, printed
    assert printed.startswith("Your copy of the course is in")
    assert f"{url}lab/tree/00_start_here.ipynb?token=" in printed.replace("127.0.0.1", "localhost")
    assert "To stop it, press Ctrl-C twice." in printed
    assert "nbgrader" not in printed
    assert len(printed.splitlines()) <= 12, printed


@pytest.mark.parametrize(
    ("is_root", "listens_on", "said"),
    [
        (False, "localhost", None),
        (True, "localhost", "You are root. That is fine here: only this machine can reach JupyterLab"),
        (True, "0.0.0.0", "You are root, and JupyterLab listens on 0.0.0.0: whoever has that address can do anything."),
    ],
)
def test_the_greeting_has_the_address_and_tells_root_who_can_reach_it(monkeypatch, is_root, listens_on, said):
    from minimax_lab.app import server

    monkeypatch.setattr(server, "is_root", lambda: is_root)
    greeting = server.greeting("http://127.0.0.1:8888/lab?token=abc", listens_on)
    assert "\n    http://127.0.0.1:8888/lab?token=abc\n" in greeting
    assert said in greeting if said else "root" not in greeting


@pytest.mark.parametrize("is_root", [True, False])
@pytest.mark.parametrize("options", [[], ["--debug"], ["--log-level=INFO"], ["--ServerApp.log_level=INFO"]])
def test_the_log_is_brief_unless_it_is_asked_for_and_root_may_start(tmp_path, monkeypatch, is_root, options):
    from minimax_lab.app import server

    started, brief = [], []
    monkeypatch.setattr(server, "is_root", lambda: is_root)
    monkeypatch.setattr(server, "_be_brief", lambda is_graded: brief.append(is_graded))
    monkeypatch.setattr(server.CourseLab, "launch_instance", started.append)
    server.run(options, tmp_path)
    assert ("--allow-root" in started[0]) == is_root
    assert started[0][-len(options) :] == options or not options
    assert ("--log-level=WARN" in started[0]) == (brief == [False]) == (not options)


@pytest.mark.parametrize(
    ("logger", "function", "is_kept"),
    [
        ("CourseServer", "check_and_sign", False),  # "Notebook … is not trusted": somebody else has run it
        ("tornado.general", "ping_timeout", False),
        ("CourseServer", "launch_browser", False),
        ("CourseServer", "save", True),
        ("tornado.general", "on_pong", True),
    ],
)
def test_what_nobody_need_act_on_is_left_out_of_the_log(logger, function, is_kept):
    from minimax_lab.app import server

    loggers = [logging.getLogger(name) for name in ("CourseServer", "tornado.general")]
    before = {each: [*each.filters] for each in loggers}
    try:
        server._be_brief(is_graded=False)
        record = logging.LogRecord(logger, logging.WARNING, __file__, 1, "said", (), None, func=function)
        assert bool(logging.getLogger(logger).filter(record)) == is_kept
    finally:
        for name in ("CourseServer", "LabApp", "NbGrader", "FormgradeExtension", "tornado.general"):
            logging.getLogger(name).filters[:] = before.get(logging.getLogger(name), [])


def test_kernels_report_errors_only_and_those_of_other_languages_start_as_they_are():
    from minimax_lab.app.server import CourseKernelManager

    manager = CourseKernelManager(kernel_name="python3")
    assert manager.format_kernel_cmd()[-1] == "--log-level=ERROR"
    manager.kernel_spec.argv = ["ark", "--connection_file", "{connection_file}"]
    assert manager.format_kernel_cmd()[0] == "ark"
    assert "--log-level=ERROR" not in manager.format_kernel_cmd()

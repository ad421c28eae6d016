"""`minimax-lab site`: what it serves, and what it says when something is missing."""

import gzip
import importlib.util
import json
import socket
import threading
import tomllib
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from minimax_lab.app import launch, site

ROOT = Path(__file__).parents[2]


def test_the_server_names_the_types_that_browsers_insist_on(tmp_path):
    types = {"a.mjs": "text/javascript", "b.js": "text/javascript", "c.wasm": "application/wasm"}
    for name in types:
        (tmp_path / name).write_text("")
    with site.server(tmp_path) as serving:
        thread = threading.Thread(target=serving.serve_forever)
        thread.start()
        seen = {
            name: urlopen(f"http://127.0.0.1:{serving.server_port}/{name}").headers["Content-Type"] for name in types
        }
        serving.shutdown()
        thread.join()
    assert seen == types


def test_an_installed_package_says_that_it_needs_a_checkout(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(site, "CHECKOUT", tmp_path)
    assert launch.main(["site", "build", str(tmp_path / "out")]) == 2
    assert "you need a checkout of the project" in capsys.readouterr().err


def test_missing_packages_are_named_with_how_to_get_them(tmp_path, monkeypatch, capsys):
    there = importlib.util.find_spec
    monkeypatch.setattr(site, "find_spec", lambda name: None if name == "pdoc" else there("sys"))
    assert launch.main(["site", "build", str(tmp_path / "out")]) == 2
    message = capsys.readouterr().err
    assert message == 'minimax-lab: pdoc is missing. Install it with:  pip install "minimax-lab[site]"\n'


def test_missing_files_of_npm_are_named_with_how_to_get_them(tmp_path, monkeypatch, capsys):
    (tmp_path / "site").mkdir()
    monkeypatch.setattr(site, "CHECKOUT", tmp_path)
    monkeypatch.setattr(site, "NEEDED", [])
    assert launch.main(["site", "build", str(tmp_path / "out")]) == 2
    assert f"{', '.join(site.FROM_NPM)} is missing in node_modules. Run `npm ci`" in capsys.readouterr().err


def test_npm_brings_what_the_command_looks_for():
    assert {*site.FROM_NPM} <= {*json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"]}


def test_the_extra_brings_what_the_command_looks_for():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    brought = {entry.split(">")[0].replace("-", "_") for entry in extras["site"]}
    assert set(site.NEEDED) <= brought


def test_a_folder_without_a_site_is_not_served(tmp_path, capsys):
    assert launch.main(["site", "serve", str(tmp_path)]) == 2
    assert f"there is no site in {tmp_path}" in capsys.readouterr().err


def test_a_port_that_is_taken_is_told(tmp_path, capsys):
    (tmp_path / "index.html").write_text("")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert launch.main(["site", "serve", str(tmp_path), "--port", str(port)]) == 2
    assert f"cannot use port {port}" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["site"], ["site", "bake"], ["site", "build"]])
def test_a_command_that_is_not_complete_gets_the_usage(arguments, capsys):
    with pytest.raises(SystemExit):
        launch.main(arguments)
    assert "usage: minimax-lab site" in capsys.readouterr().err


def test_the_server_sends_the_headers_of_the_site_compressed_files_and_its_page_for_what_is_not_there(tmp_path):
    policy = "default-src 'self'; connect-src 'self'"
    (tmp_path / "_headers").write_text(f"/*\n  Content-Security-Policy: {policy}\n")
    (tmp_path / "a.js").write_text("let a = 1;")
    (tmp_path / "a.js.gz").write_bytes(gzip.compress(b"let a = 1;"))
    (tmp_path / "404.html").write_text("no such page")
    with site.server(tmp_path) as serving:
        thread = threading.Thread(target=serving.serve_forever)
        thread.start()
        at = f"http://127.0.0.1:{serving.server_port}"
        plain = urlopen(f"{at}/a.js?v=1")
        packed = urlopen(Request(f"{at}/a.js", headers={"Accept-Encoding": "gzip"}))
        with pytest.raises(HTTPError) as lost:
            urlopen(f"{at}/nowhere.html")
        serving.shutdown()
        thread.join()
    assert [each.headers["Content-Security-Policy"] for each in (plain, packed, lost.value)] == [policy] * 3
    assert [each.headers["Content-Type"] for each in (plain, packed)] == ["text/javascript"] * 2
    assert (plain.read(), plain.headers["Content-Encoding"]) == (b"let a = 1;", None)
    assert (gzip.decompress(packed.read()), packed.headers["Content-Encoding"]) == (b"let a = 1;", "gzip")
    assert (lost.value.code, lost.value.read()) == (404, b"no such page")

// A button of a report, and beside it a place for what it says.
import { Widget, button, followTheme, html, rendering } from "../shared/look.js";

class ReportButton extends Widget {
  constructor(model, host) {
    super(model);
    this.button = button(model.get("description"), "report-button", { class: model.get("kind"),
      click: () => model.get("done") || model.send({ do: "click" }) });
    this.said = html("span", { role: "status" }); // there before its words: else they are not read out
    this.root = html("div", { class: "minimax-lab report-button", "data-lm-suppress-shortcuts": "true" },
      this.button, this.said);
    host.append(this.root);
    followTheme(this.root, this.life.signal);
    for (const name of ["done", "said"]) this.follow(`change:${name}`, () => this.draw());
    this.draw();
  }

  /** A button that is done keeps the focus. */
  draw() {
    this.button.setAttribute("aria-disabled", String(this.model.get("done")));
    this.said.innerHTML = this.model.get("said"); // HTML of our own, made in Python
  }
}

export default rendering(ReportButton);

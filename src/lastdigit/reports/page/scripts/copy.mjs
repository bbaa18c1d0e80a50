// Commands and lines to copy: the clipboard needs no network, and where it is refused they are selected.
import {el} from "./dom.mjs";

async function copy(text, node) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    getSelection().selectAllChildren(node);
    return document.execCommand("copy");
  }
  return true;
}

// A command with a button that copies it.
export const copied = (text) =>
  el("span", {class: "copied"}, el("code", {}, text), el("button", {type: "button", "data-copy": text}, "Copy"));

// Lines of TOML with a reason that is typed in place of the one they begin with; as they were where none is.
export function withReason(lines, reason, typed) {
  if (!typed) return lines;
  const at = lines.lastIndexOf(reason);
  const said = JSON.stringify(typed).replaceAll("\x7f", "\\u007f");
  return lines.slice(0, at) + said + lines.slice(at + reason.length);
}

// Buttons that are written into the page, and reasons that are typed into lines of TOML.
export function copying() {
  const said = document.getElementById("said");
  for (const node of document.querySelectorAll("[data-copy], [data-copy-lines], .accept label")) node.hidden = false;
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy], [data-copy-lines]");
    if (!button) return;
    const node = button.previousElementSibling;
    const done = await copy(button.dataset.copy || node.textContent, node);
    const before = button.textContent;
    button.textContent = said.textContent = done ? "Copied" : "Selected: press Ctrl+C";
    setTimeout(() => {
      button.textContent = before;
      said.textContent = "";
    }, 1500);
  });
  document.addEventListener("input", (event) => {
    if (!event.target.matches("[data-reason]")) return;
    for (const lines of event.target.closest(".accept").querySelectorAll("pre"))
      lines.textContent = withReason(lines.dataset.lines, lines.dataset.reason, event.target.value);
  });
}

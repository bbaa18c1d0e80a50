// Commands and lines to copy: the clipboard needs no network, and where it is refused they are selected.
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
const copied = (text) => el("span", {class: "copied"}, el("code", {}, text), el("button", {type: "button", "data-copy": text}, "Copy"));

// Buttons that are written into the page, and reasons that are typed into lines of TOML.
function copying() {
  const said = document.getElementById("said");
  for (const node of document.querySelectorAll("[data-copy], [data-copy-lines], .accept label")) node.hidden = false;
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy], [data-copy-lines]");
    if (!button) return;
    const node = button.dataset.copy ? button.previousElementSibling : button.previousElementSibling;
    const done = await copy(button.dataset.copy || node.textContent, node), before = button.textContent;
    button.textContent = said.textContent = done ? "Copied" : "Selected: press Ctrl+C";
    setTimeout(() => { button.textContent = before; said.textContent = ""; }, 1500);
  });
  document.addEventListener("input", (event) => {
    if (!event.target.matches("[data-reason]")) return;
    const said = JSON.stringify(event.target.value).replaceAll("\x7f", "\\u007f");
    for (const lines of event.target.closest(".accept").querySelectorAll("pre")) {
      const {lines: before, reason} = lines.dataset, at = before.lastIndexOf(reason);
      lines.textContent = event.target.value ? before.slice(0, at) + said + before.slice(at + reason.length) : before;
    }
  });
}

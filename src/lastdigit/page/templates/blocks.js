// Compressed blocks: the index is read at once, a golden's details when its section is looked at.
const HELD = 30;
const parsed = new Promise((resolve) => {
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", resolve);
  else resolve();
});

function bytesOf(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text), bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

async function unpack(id) {
  if (!document.getElementById(id)) await parsed;
  const bytes = bytesOf(document.getElementById(id).textContent.trim());
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

// A list of texts is told by what it takes over from an earlier one, if any, text by text, and by what follows.
function columnOf(section, at) {
  const column = section.columns[at];
  if (column.texts) return column.texts;
  const ends = column.ends.split(","), before = column.taken && columnOf(section, column.after);
  column.texts = before ? ends.map((end, place) => before[place].slice(0, column.taken.charCodeAt(place) - ZERO) + end) : ends;
  return column.texts;
}

const held = new Map();

// A section's details; those of the sections looked at last are kept.
async function details(index, number) {
  const {block} = index.sections, own = block[number];
  const promise = held.get(own) || unpack(`block-${own}`);
  held.delete(own);
  held.set(own, promise);
  if (held.size > HELD) held.delete(held.keys().next().value);
  const {sections, ...shared} = await promise, section = sections[number - block.indexOf(own)];
  if (!section.unfolded) unfold(Object.assign(section, shared));
  return section;
}

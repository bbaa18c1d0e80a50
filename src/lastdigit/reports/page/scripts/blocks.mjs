// Compressed blocks: the index is read at once, a golden's details when its section is looked at.
import {unfold} from "./unfold.mjs";

const HELD = 30;

function bytesOf(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

// When the whole page is read.
const parsed = () =>
  new Promise((resolve) => {
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", resolve);
    else resolve();
  });

export async function unpack(id) {
  if (!document.getElementById(id)) await parsed();
  const bytes = bytesOf(document.getElementById(id).textContent.trim());
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

const held = new Map();

// A section's details; those of the sections looked at last are kept.
export async function details(index, number) {
  const {block} = index.sections;
  const own = block[number];
  const promise = held.get(own) || unpack(`block-${own}`);
  held.delete(own);
  held.set(own, promise);
  if (held.size > HELD) held.delete(held.keys().next().value);
  const section = (await promise)[number - block.indexOf(own)];
  if (!section.unfolded) unfold(Object.assign(section, {words: index.words}));
  return section;
}

// What the page is made of. Text goes in as text nodes only: nothing of a document is ever read as markup.
export function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {}))
    if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
  node.append(...children.filter((child) => child !== "" && child !== null && child !== undefined && child !== false));
  return node;
}

export function svg(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes || {})) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// A name that may be broken after an underscore or a slash.
export function breakable(text) {
  return text.split(/(?<=[_/])/).flatMap((part, at) => (at ? [document.createElement("wbr"), part] : [part]));
}

// Documentation pages: filters the side bar while the reader types, and redirects old addresses of operations to the present ones.
const box = document.querySelector<HTMLInputElement>('#find');
const found = document.querySelector<HTMLElement>('#found');
const entries = [...document.querySelectorAll<HTMLElement>('[data-find]')];
const areas = [...document.querySelectorAll<HTMLDetailsElement>('nav[aria-label="Operations"] details')];
const wereOpen = areas.map(({ open }) => open);
const list = document.querySelector<HTMLDetailsElement>('.operations');

// On a narrow page the list stands above the text, so it stays closed there.
const isWide = matchMedia('(min-width: 901px)').matches;
if (list) list.open = isWide;

function filter(text: string): void {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const entry of entries) {
    entry.hidden = !words.every((word) => entry.dataset.find!.includes(word));
    if (!entry.hidden) count += 1;
  }
  areas.forEach((area, at) => {
    area.hidden = words.length > 0 && area.querySelector('[data-find]:not([hidden])') === null;
    area.open = words.length > 0 ? !area.hidden : wereOpen[at]!;
  });
  if (list) list.open = isWide || words.length > 0;
  if (found) found.textContent = words.length === 0 ? '' : count === 1 ? 'One operation' : `${count} operations`;
}

box?.addEventListener('input', () => filter(box.value));

// The reference used to be one page: `/docs#createProject` leads to the operation itself.
if (location.pathname === '/docs' && location.hash.length > 1) {
  const link = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.querySelector<HTMLAnchorElement>('a[href^="/docs/"]');
  if (link) location.replace(link.href);
}

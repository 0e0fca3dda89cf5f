/** A gradient stop: its position (0–1), colour and opacity. */
export type Stop = [offset: number, colour: string, opacity?: number];
export type Point = readonly [x: number, y: number];

/** Prints one decimal and no minus zero, so that machines which differ in the last bit print the same. */
export function printed(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  if (!Number.isFinite(rounded)) throw new RangeError('a coordinate is not a finite number');
  return rounded === 0 ? '0' : String(rounded);
}

/** Template tag that prints numbers with one decimal and leaves strings unchanged. */
export function p(parts: TemplateStringsArray, ...values: (number | string)[]): string {
  return parts.reduce((text, part, index) => {
    const value = values[index - 1]!;
    return text + (typeof value === 'number' ? printed(value) : value) + part;
  });
}

export const closed = (points: readonly Point[]): string => `M${points.map(([x, y]) => p`${x} ${y}`).join('L')}Z`;

/** An open curve through all points (Catmull-Rom as cubics). */
export function smooth(points: readonly Point[], tension = 0.5): string {
  const at = (index: number) => points[Math.min(points.length - 1, Math.max(0, index))]!;
  let d = p`M${at(0)[0]} ${at(0)[1]}`;
  for (let index = 0; index < points.length - 1; index++) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    d += p`C${from[0] + ((to[0] - before[0]) * tension) / 3} ${from[1] + ((to[1] - before[1]) * tension) / 3}`;
    d += p` ${to[0] - ((after[0] - from[0]) * tension) / 3} ${to[1] - ((after[1] - from[1]) * tension) / 3} ${to[0]} ${to[1]}`;
  }
  return d;
}

/** Markup for the opacity of a paint. The opacity of a whole element would make the rasteriser allocate a layer, which must not lie outside the canvas. */
const opaque = (opacity: number, paint: 'fill' | 'stroke' = 'fill'): string =>
  (opacity < 1 ? ` ${paint}-opacity="${Math.round(opacity * 1000) / 1000}"` : '');

function stopMarkup(stops: readonly Stop[]): string {
  return stops.map(([offset, colour, opacity = 1]) =>
    `<stop offset="${Math.round(offset * 1000) / 1000}" stop-color="${colour}"${opacity < 1 ? ` stop-opacity="${opacity}"` : ''}/>`).join('');
}

/** How near a plane is: 0 is the sky, 1 the nearest leaves. A plane on the lens stays still when the others move. */
export type Depth = number | 'lens';

/** The beginning of a plane: its index among the shapes, and the groups that are open there. */
interface Mark { at: number; depth: Depth; within: readonly string[] }

/** The part of a drawing that moves together, as a document with a transparent ground. */
export interface Plane { depth: Depth; svg: string }

/** Collects shapes into one SVG document. Definitions with the same content are written once. */
export class Drawing {
  private readonly definitions: string[] = [];
  private readonly shapes: string[] = [];
  private readonly known = new Map<string, string>();
  private readonly marks: Mark[] = [];
  private readonly groups: string[] = [];
  private clips = 0;

  constructor(readonly width: number, readonly height: number, private readonly prefix = 'g') {}

  private define(markup: (id: string) => string): string {
    const content = markup('@');
    let id = this.known.get(content);
    if (id === undefined) {
      id = `${this.prefix}${this.definitions.length.toString(36)}`;
      this.definitions.push(markup(id));
      this.known.set(content, id);
    }
    return `url(#${id})`;
  }

  /** Gradient along a line in the unit square of the filled shape; by default from top to bottom. */
  gradient(stops: readonly Stop[], [x1, y1]: Point = [0, 0], [x2, y2]: Point = [0, 1]): string {
    return this.define((id) => `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stopMarkup(stops)}</linearGradient>`);
  }

  across(stops: readonly Stop[]): string {
    return this.gradient(stops, [0, 0], [1, 0]);
  }

  radial(stops: readonly Stop[], [cx, cy]: Point = [0.5, 0.5], r = 0.5): string {
    return this.define((id) => `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stopMarkup(stops)}</radialGradient>`);
  }

  raw(markup: string): this {
    this.shapes.push(markup);
    return this;
  }

  path(d: string, fill: string, opacity = 1): this {
    return this.raw(`<path d="${d}" fill="${fill}"${opaque(opacity)}/>`);
  }

  /** Fills by the even-odd rule: an outline inside another one is a hole. */
  cutOut(d: string, fill: string): this {
    return this.raw(`<path d="${d}" fill="${fill}" fill-rule="evenodd"/>`);
  }

  line(d: string, colour: string, width: number, opacity = 1): this {
    return this.raw(`<path d="${d}" fill="none" stroke="${colour}" stroke-width="${printed(width)}"${opaque(opacity, 'stroke')}`
      + ' stroke-linecap="round" stroke-linejoin="round"/>');
  }

  rect(x: number, y: number, width: number, height: number, fill: string, opacity = 1, radius = 0): this {
    return this.raw(p`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"`
      + `${radius ? p` rx="${radius}"` : ''}${opaque(opacity)}/>`);
  }

  ellipse(cx: number, cy: number, rx: number, ry: number, fill: string, opacity = 1): this {
    return this.raw(p`<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}"` + `${opaque(opacity)}/>`);
  }

  disc(cx: number, cy: number, r: number, fill: string, opacity = 1): this {
    return this.ellipse(cx, cy, r, r, fill, opacity);
  }

  polygon(points: readonly Point[], fill: string, opacity = 1): this {
    return this.path(closed(points), fill, opacity);
  }

  /** Light as an ellipse that fades out, without a filter. */
  glow(cx: number, cy: number, r: number, colour: string, opacity: number, ry = r): this {
    const fading = this.radial([[0, colour, 1], [0.35, colour, 0.42], [0.7, colour, 0.1], [1, colour, 0]]);
    return this.ellipse(cx, cy, r, ry, fading, opacity);
  }

  /** A shape that looks like a layer of paper: a soft shadow above it, the shape, and a light edge. */
  sheet(d: string, fill: string, edge = '', depth = 1): this {
    for (const [lift, dark] of [[9, 0.07], [4, 0.09]] as const) {
      this.raw(`<path d="${d}" fill="#000" transform="translate(0 -${lift})"${opaque(dark * depth)}/>`);
    }
    this.path(d, fill);
    return edge ? this.line(d, edge, 1.6, 0.35) : this;
  }

  /** Draws `inside` only within the outline. */
  clipped(outline: string, inside: () => void): this {
    this.raw(`<g clip-path="${this.define((id) => `<clipPath id="${id}"><path d="${outline}"/></clipPath>`)}">`);
    this.clips += 1;
    inside();
    this.clips -= 1;
    return this.raw('</g>');
  }

  group(transform: string, inside: () => void): this {
    const open = `<g transform="${transform}">`;
    this.groups.push(open);
    this.raw(open);
    inside();
    this.groups.pop();
    return this.raw('</g>');
  }

  /**
   * Starts a plane of this depth for the shapes that follow. The picture itself does not change: planes only matter to callers that move them. Shapes clipped
   * to an outline stay in the plane of that outline.
   */
  layer(depth: Depth): this {
    if (this.clips === 0 && this.marks.at(-1)?.depth !== depth) this.marks.push({ at: this.shapes.length, depth, within: [...this.groups] });
    return this;
  }

  /** Splits the drawing into at most `most` planes, the rearmost first; planes of similar depth are merged. Together they are the drawing. */
  planes(most: number): Plane[] {
    const marks: Mark[] = [{ at: 0, depth: 0, within: [] }, ...this.marks]
      .filter(({ at }, index, all) => this.shapes.slice(at, all[index + 1]?.at).some((shape) => !/^<\/?g\b/.test(shape)))
      .filter(({ depth }, index, all) => all[index - 1]?.depth !== depth);
    const step = (at: number): number => {
      const [one, next] = [marks[at - 1]!.depth, marks[at]!.depth];
      return one === 'lens' || next === 'lens' ? Infinity : Math.abs(next - one);
    };
    while (marks.length > Math.max(1, most)) {
      const steps = marks.slice(1).map((_, index) => step(index + 1));
      marks.splice(steps.indexOf(Math.min(...steps)) + 1, 1);
    }
    return marks.map(({ at, depth, within }, index) => {
      const next = marks[index + 1];
      const shapes = index === 0 ? this.shapes.slice(0, next?.at) : [...within, ...this.shapes.slice(at, next?.at)];
      return { depth, svg: this.document([...shapes, ...(next?.within ?? []).map(() => '</g>')]) };
    });
  }

  private document(shapes: readonly string[]): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${this.width} ${this.height}"><defs>${this.definitions.join('')}</defs>${shapes.join('')}</svg>`;
  }

  toString(): string {
    return this.document(this.shapes);
  }
}

export interface Box { x: number; y: number; width: number; height: number }

/** The content of an SVG document, with a prefix for its ids, so that they differ from those of other drawings. */
export const contentOf = (svg: string, prefix: string): string =>
  svg.replace(/^<svg[^>]*>/, '').replace(/<\/svg>$/, '').replace(/( id="|url\(#)/g, `$1${prefix}`);

/**
 * Puts a drawing into another one, scaled and centred so that its part `view` covers the box. The rest of the drawing is
 * not clipped: use a box that is the whole canvas, or a drawing with nothing outside `view`. Clipping would need a nested
 * viewport, and the rasteriser crashes on nested layers whose content lies far outside.
 */
export function inset(svg: string, box: Box, view: Box, prefix: string): string {
  const scale = Math.max(box.width / view.width, box.height / view.height);
  const x = box.x + box.width / 2 - (view.x + view.width / 2) * scale;
  const y = box.y + box.height / 2 - (view.y + view.height / 2) * scale;
  return p`<g transform="translate(${x} ${y}) scale(${String(Math.round(scale * 1e5) / 1e5)})">` + `${contentOf(svg, prefix)}</g>`;
}

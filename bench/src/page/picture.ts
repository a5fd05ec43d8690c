// SPDX-License-Identifier: Apache-2.0

/** Width of a picture, in pixels. */
export const pictureWidth = 760;

/** Colours on a light and on a dark page. */
export type Colours = readonly [light: string, dark: string];

/** Drawing for light and dark pages. */
export interface Picture {
  readonly title: string;
  /** The same in words, for people who do not see it. */
  readonly said: string;
  /** Where the title begins, in pixels. */
  readonly left: number;
  readonly height: number;
  /** Colours by class. */
  readonly fills: readonly (readonly [className: string, colours: Colours])[];
  readonly lines: readonly string[];
}

/** Returns text as XML has it. */
export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function style(fills: Picture['fills']): string {
  const of = (index: 0 | 1) =>
    fills.map(([name, colours]) => `.${name}{fill:${colours[index]}}`).join('');
  const light = `.page{fill:#ffffff}text{fill:#1f2328}${of(0)}`;
  const dark = `.page{fill:#0d1117}text{fill:#e6edf3}${of(1)}`;
  return `<style>${light}@media (prefers-color-scheme:dark){${dark}}</style>`;
}

/** Returns a drawing as self-contained SVG. */
export function renderPicture({ fills, height, left, lines, said, title }: Picture): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureWidth}" height="${height}" viewBox="0 0 ${pictureWidth} ${height}" font-family="sans-serif" font-size="12" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="desc">${escaped(said)}</desc>`,
    style(fills),
    '<rect class="page" width="100%" height="100%"/>',
    `<text x="${left}" y="22" font-size="14" font-weight="bold">${escaped(title)}</text>`,
    ...lines,
    '</svg>',
    '',
  ].join('\n');
}

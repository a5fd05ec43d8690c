// SPDX-License-Identifier: Apache-2.0
import type { Wait } from '../start/start-waits.ts';
import { escaped, pictureWidth, renderPicture } from './picture.ts';

const left = 220;
const right = 60;
const rowHeight = 18;
const top = 66;

/** A bar that is thinner than this many pixels would not be seen. */
const thinnest = 1;

/** Pieces of a bar, with their colours on a light and on a dark page. */
const pieces = {
  whole: { text: 'is made and waited for', colours: ['#0072b2', '#56b4e9'] },
  starts: { text: 'until its programs run', colours: ['#b35900', '#e69f00'] },
  unready: { text: 'runs, and is not ready yet', colours: ['#007a5a', '#2fc79a'] },
} as const;
type Piece = keyof typeof pieces;
const names = Object.keys(pieces) as Piece[];

const legend = () =>
  names.flatMap((name, index) => {
    const x = left + index * 180;
    return [
      `<rect class="${name}" x="${x}" y="36" width="12" height="12"/>`,
      `<text x="${x + 18}" y="46">${pieces[name].text}</text>`,
    ];
  });

/** Returns a picture of when each wait began and ended, as SVG for light and dark pages. */
export function renderStartChart(title: string, waits: readonly Wait[]): string {
  const last = Math.max(...waits.map(({ end }) => end));
  const scale = (seconds: number) => (seconds / last) * (pictureWidth - left - right);
  const bar = (piece: Piece, y: number, from: number, to: number) =>
    `<rect class="${piece}" x="${(left + scale(from)).toFixed(1)}" y="${y + 3}" width="${Math.max(thinnest, scale(to - from)).toFixed(1)}" height="${rowHeight - 6}"/>`;
  const rows = waits.flatMap(({ begin, end, name, running }, index) => {
    const y = top + index * rowHeight;
    const bars =
      running === undefined
        ? [bar('whole', y, begin, end)]
        : [bar('starts', y, begin, running), bar('unready', y, running, end)];
    return [
      `<text x="${left - 8}" y="${y + 13}" text-anchor="end">${escaped(name)}</text>`,
      ...bars,
      `<text x="${(left + scale(end) + 6).toFixed(1)}" y="${y + 13}">${(end - begin).toFixed(0)} s</text>`,
    ];
  });
  return renderPicture({
    title,
    said: waits.map(({ begin, end, name }) => `${name} from ${begin} to ${end} s.`).join(' '),
    left,
    height: top + waits.length * rowHeight + 10,
    fills: names.map((name) => [name, pieces[name].colours] as const),
    lines: [...legend(), ...rows],
  });
}

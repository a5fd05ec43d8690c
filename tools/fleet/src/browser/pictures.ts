// SPDX-License-Identifier: Apache-2.0

/** Picture of the page that the documentation shows. */
export interface Picture {
  readonly name: string;
  /** View of the example that it shows; `testing/example-fleet.ts` has its files. */
  readonly hash: `#${string}`;
  /** Whether the page is one with before and after. */
  readonly isCompared: boolean;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** All pictures, in the order in which the documentation shows them. */
export const pictures: readonly Picture[] = [
  { name: 'hosts', hash: '#production/hosts', isCompared: false, width: 1100, height: 815 },
  {
    name: 'isolation',
    hash: '#production/isolation/media%3Eshop',
    isCompared: false,
    width: 900,
    height: 560,
  },
  { name: 'changes', hash: '#production/changes', isCompared: true, width: 1100, height: 936 },
  {
    name: 'what-if',
    hash: '#production/what-if/zone-lost%2Crack-b',
    isCompared: false,
    width: 1100,
    height: 940,
  },
];

/** No picture is larger, in bytes. */
export const largestSize = 150_000;

/** Themes in which each picture is taken. */
export const schemes = ['light', 'dark'] as const;

/** Theme of the page. */
export type Scheme = (typeof schemes)[number];

/** Returns the name of the file of a picture. */
export function fileOf({ name }: Pick<Picture, 'name'>, scheme: Scheme): string {
  return `fleet-${name}-${scheme}.png`;
}

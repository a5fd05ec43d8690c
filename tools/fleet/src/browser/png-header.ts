// SPDX-License-Identifier: Apache-2.0

const signature = '89504e470d0a1a0a';

/** Returns the width and height of a PNG file, which stand in its header. */
export function pngSize(png: Buffer): { readonly width: number; readonly height: number } {
  if (png.subarray(0, 8).toString('hex') !== signature) throw new Error('this is no PNG file');
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

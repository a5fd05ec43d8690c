// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { cachedFolder } from '../cached-folder.ts';
import { makeDebianTree, suite } from '../debian/mmdebstrap.ts';
import { writeArchive, type ArchiveContents } from './archive.ts';
import { writeImage, writeLayer, type Layer } from './write-image.ts';

/** Container image of programs of this host. */
export interface ImageSpec extends ArchiveContents {
  /** Name without the registry's host. */
  readonly name: string;
  readonly tag: string;
  /** @default none: the container names its program */
  readonly entrypoint?: readonly string[];
  /** Debian packages that the programs need, in a layer below them. @default none */
  readonly packages?: readonly string[];
}

/** File to download. */
export interface Download {
  /** Path below the mirror's URL; begins with `downloads/`. */
  readonly path: string;
  /** Path of the file with its SHA-256. */
  readonly checksum: string;
  /** File of this host, or the contents of the archive to download. */
  readonly source: string | ArchiveContents;
}

/** Contents of a mirror. */
export interface MirrorContents {
  readonly images: readonly ImageSpec[];
  readonly downloads: readonly Download[];
}

/**
 * Packages in every layer of packages: they bring the links /bin and /lib, and libraries that all
 * programs need.
 */
const basePackages = ['base-files', 'libc6'];

async function writePackages(folder: string, packages: readonly string[]): Promise<Layer> {
  const archive = join(folder, 'packages.tar');
  const all = [...basePackages, ...packages];
  await makeDebianTree({ variant: 'extract', packages: all }, archive);
  return writeLayer(folder, archive);
}

async function writeImages(folder: string, images: readonly ImageSpec[]): Promise<void> {
  // Images with the same packages share the layer.
  const layers = new Map<string, Layer>();
  for (const image of images) {
    const { name, tag, entrypoint, packages } = image;
    const key = packages?.join(' ');
    if (key !== undefined && packages && !layers.has(key)) {
      layers.set(key, await writePackages(folder, packages));
    }
    const base = key === undefined ? undefined : layers.get(key);
    const archive = join(folder, 'layer.tar');
    await writeArchive(image, archive);
    const own = await writeLayer(folder, archive);
    const all = base === undefined ? [own] : [base, own];
    await writeImage(folder, { name, tag, layers: all, ...(entrypoint && { entrypoint }) });
  }
}

async function writeDownload(folder: string, { path, checksum, source }: Download): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  if (typeof source === 'string') await copyFile(source, file);
  else await writeArchive(source, file);
  const sum = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  await writeFile(join(folder, checksum), `${sum}  ${basename(path)}\n`);
}

/**
 * Writes the files that a mirror serves, at the first call.
 *
 * @param contents - files of the toolchain, whose paths identify their content.
 * @returns the path of the folder to serve.
 */
export async function ensureMirror(contents: MirrorContents): Promise<string> {
  return cachedFolder('mirror', [suite, contents], async (folder) => {
    await writeImages(folder, contents.images);
    for (const download of contents.downloads) await writeDownload(folder, download);
  });
}

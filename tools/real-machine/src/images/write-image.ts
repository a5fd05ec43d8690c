// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** Layer that is already in a folder of blobs. */
export interface Layer {
  readonly digest: string;
  /** Size of the blob, in bytes. */
  readonly size: number;
  /** Digest of the uncompressed archive. */
  readonly diffId: string;
}

/** Container image. */
export interface ImageFacts {
  /** Name without the registry's host. */
  readonly name: string;
  readonly tag: string;
  /** Layers, from the lowest one on. */
  readonly layers: readonly Layer[];
  /** @default none: the container names its program */
  readonly entrypoint?: readonly string[];
}

const sha256 = (data: string | Buffer) =>
  `sha256:${createHash('sha256').update(data).digest('hex')}`;

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return `sha256:${hash.digest('hex')}`;
}

/**
 * Compresses a tar archive (fast, at a low level) into a folder of blobs.
 *
 * @param folder - folder of the mirror.
 */
export async function writeLayer(folder: string, archive: string): Promise<Layer> {
  const blobs = join(folder, 'blobs');
  await mkdir(blobs, { recursive: true });
  const packed = `${archive}.gz`;
  await pipeline(createReadStream(archive), createGzip({ level: 1 }), createWriteStream(packed));
  const [diffId, digest] = await Promise.all([digestOf(archive), digestOf(packed)]);
  const { size } = await stat(packed);
  await rename(packed, join(blobs, digest));
  await rm(archive);
  return { digest, size, diffId };
}

async function writeBlob(
  folder: string,
  content: object,
): Promise<{ digest: string; size: number }> {
  const text = JSON.stringify(content);
  const digest = sha256(text);
  await writeFile(join(folder, 'blobs', digest), text);
  return { digest, size: Buffer.byteLength(text) };
}

const searched = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Writes the config and the manifest of an image, and its tag.
 *
 * @see https://github.com/opencontainers/image-spec/blob/v1.1.1/manifest.md
 */
export async function writeImage(folder: string, facts: ImageFacts): Promise<void> {
  const { name, tag, layers, entrypoint } = facts;
  const config = await writeBlob(folder, {
    architecture: 'amd64',
    os: 'linux',
    config: { Env: [searched], ...(entrypoint && { Entrypoint: entrypoint }) },
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
  });
  const media = (kind: string) => `application/vnd.oci.image.${kind}`;
  const manifest = await writeBlob(folder, {
    schemaVersion: 2,
    mediaType: media('manifest.v1+json'),
    config: { mediaType: media('config.v1+json'), ...config },
    layers: layers.map(({ digest, size }) => ({
      mediaType: media('layer.v1.tar+gzip'),
      digest,
      size,
    })),
  });
  const path = join(folder, 'tags/v2', name, 'manifests', tag);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, manifest.digest);
}

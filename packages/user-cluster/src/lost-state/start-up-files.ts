// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';

const cloudConfig = z.object({
  write_files: z.array(z.object({ path: z.string(), content: z.string() })),
});

const dataUrl = 'data:;base64,';

const ignition = z.object({
  storage: z.object({
    files: z.array(
      z.object({
        path: z.string(),
        contents: z.object({ source: z.string().startsWith(dataUrl) }),
      }),
    ),
  }),
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^#cloud-config\n/, ''));
  } catch {
    return undefined;
  }
}

/**
 * Returns the files in the start-up data of a VM, by their paths.
 *
 * @param text - as `renderUserData` renders it, for cloud-init or Ignition.
 * @returns undefined for a text that it has not rendered.
 */
export function startUpFiles(text: string): ReadonlyMap<string, string> | undefined {
  const value = parsed(text);
  const cloud = cloudConfig.safeParse(value).data;
  if (cloud !== undefined) {
    return new Map(cloud.write_files.map(({ content, path }) => [path, content]));
  }
  const files = ignition.safeParse(value).data?.storage.files;
  return (
    files &&
    new Map(
      files.map(({ contents: { source }, path }) => [
        path,
        Buffer.from(source.slice(dataUrl.length), 'base64').toString(),
      ]),
    )
  );
}

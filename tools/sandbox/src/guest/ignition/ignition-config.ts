// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';

const root = z.strictObject({ id: z.literal(0) }).optional();

/** Fields that files, folders and links share. */
const node = { path: z.string(), overwrite: z.boolean().default(false), user: root, group: root };

const contents = z.strictObject({
  source: z
    .string()
    .startsWith('data:', 'is not in the config: fetching is not played')
    .default('data:,'),
});

const config = z.strictObject({
  ignition: z.strictObject({ version: z.string() }),
  passwd: z
    .strictObject({
      users: z
        .array(
          z.strictObject({
            name: z.string(),
            sshAuthorizedKeys: z.array(z.string()).default([]),
            shell: z.string().default('/bin/bash'),
          }),
        )
        .default([]),
    })
    .default({ users: [] }),
  storage: z
    .strictObject({
      directories: z.array(z.strictObject({ ...node, mode: z.int().default(0o755) })).default([]),
      files: z
        .array(
          z.strictObject({
            ...node,
            contents: contents.optional(),
            append: z.array(contents).default([]),
            mode: z.int().default(0o644),
          }),
        )
        .default([]),
      links: z
        .array(
          z.strictObject({ ...node, target: z.string(), hard: z.literal(false).default(false) }),
        )
        .default([]),
      filesystems: z
        .array(
          z.strictObject({
            device: z.string(),
            format: z.enum(['ext4', 'xfs']),
            label: z.string().optional(),
            wipeFilesystem: z.boolean().default(false),
          }),
        )
        .default([]),
    })
    .default({ directories: [], files: [], links: [], filesystems: [] }),
  systemd: z
    .strictObject({
      units: z
        .array(
          z.strictObject({
            name: z.string(),
            contents: z.string().optional(),
            enabled: z.boolean().optional(),
            mask: z.boolean().default(false),
          }),
        )
        .default([]),
    })
    .default({ units: [] }),
});

/**
 * The played fields of a config that Ignition has accepted, with Ignition's own defaults filled in.
 */
export type IgnitionConfig = z.output<typeof config>;

/** The config, or else the parts of it that are not played. */
export interface PlayedConfig {
  readonly config?: IgnitionConfig;
  readonly problems: readonly string[];
}

function describe(issue: z.core.$ZodIssue): string[] {
  const path = ['$', ...issue.path].join('.');
  if (issue.code !== 'unrecognized_keys') return [`error at ${path}: ${issue.message}`];
  return issue.keys.map((key) => `error at ${path}.${key}: is not played`);
}

/**
 * Returns a problem for each unit that is enabled but does not exist. Ignition accepts these, and
 * then nothing happens, because systemd enables only units that exist.
 */
function missingUnits({ systemd }: IgnitionConfig): string[] {
  return systemd.units.flatMap(({ name, enabled, contents: text }, index) =>
    enabled === true && text === undefined
      ? [`error at $.systemd.units.${index}: unit "${name}" is enabled, but has no contents`]
      : [],
  );
}

/**
 * Checks a config that Ignition has accepted for parts that are not played.
 *
 * @see https://coreos.github.io/ignition/configuration-v3_3/
 */
export function playIgnition(document: unknown): PlayedConfig {
  const read = config.safeParse(document);
  if (!read.success) return { problems: read.error.issues.flatMap(describe) };
  const problems = missingUnits(read.data);
  return problems.length > 0 ? { problems } : { config: read.data, problems };
}

/** Decodes the bytes of a data URL. @see https://www.rfc-editor.org/rfc/rfc2397 */
export function decodeDataUrl(url: string): Buffer {
  const comma = url.indexOf(',');
  const data = decodeURIComponent(url.slice(comma + 1));
  return url.slice(0, comma).endsWith(';base64') ? Buffer.from(data, 'base64') : Buffer.from(data);
}

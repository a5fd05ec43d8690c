// SPDX-License-Identifier: Apache-2.0
import { parse } from 'yaml';
import { z } from 'zod';

const absolutePath = z.string().startsWith('/', 'must be an absolute path');
const command = z.union([z.array(z.string()).min(1), z.string().min(1)], {
  error: 'must be a command: text, or a list of texts',
});

const writtenFile = z.strictObject({
  path: absolutePath,
  content: z.string().default(''),
  owner: z.string().default('root:root'),
  permissions: z
    .string({ error: 'must be text in quotes, like "0644"' })
    .regex(/^0?[0-7]{3,4}$/, 'must be octal, like "0644"')
    .default('0644'),
  encoding: z.enum(['b64', 'base64', 'text/plain']).default('text/plain'),
  append: z.boolean().default(false),
  defer: z.boolean().default(false),
});

const user = z.strictObject({
  name: z.string().regex(/^[a-z_][a-z0-9_-]{0,31}$/, 'must be a user name'),
  gecos: z.string().optional(),
  groups: z.union([z.string(), z.array(z.string())]).optional(),
  shell: absolutePath.default('/bin/bash'),
  sudo: z.union([z.string(), z.array(z.string()), z.null(), z.literal(false)]).optional(),
  lock_passwd: z.boolean().default(true),
  ssh_authorized_keys: z.array(z.string()).default([]),
});

const fileSystem = z.strictObject({
  label: z.string().max(16, 'must have at most 16 characters').optional(),
  filesystem: z.enum(['ext4', 'xfs']),
  device: absolutePath,
  partition: z.enum(['none', 'auto', 'any']).default('any'),
  overwrite: z.literal(false, 'is not played: it destroys what is on the disk').default(false),
});

const userData = z.strictObject({
  ssh_pwauth: z.boolean().optional(),
  disable_root: z.boolean().optional(),
  hostname: z.string().optional(),
  preserve_hostname: z.boolean().optional(),
  ssh_authorized_keys: z.array(z.string()).default([]),
  users: z.array(z.union([z.literal('default'), user])).default([]),
  write_files: z.array(writtenFile).default([]),
  fs_setup: z.array(fileSystem).default([]),
  mounts: z
    .array(
      z
        .array(z.union([z.string(), z.null()]))
        .min(2)
        .max(6),
    )
    .default([]),
  ntp: z
    .strictObject({
      enabled: z.boolean().default(true),
      ntp_client: z.enum(['auto', 'systemd-timesyncd', 'chrony']).optional(),
      servers: z.array(z.string()).default([]),
      pools: z.array(z.string()).default([]),
    })
    .optional(),
  updates: z
    .strictObject({
      network: z.strictObject({
        when: z.array(z.enum(['boot-new-instance', 'boot', 'boot-legacy', 'hotplug'])),
      }),
    })
    .optional(),
  bootcmd: z.array(command).default([]),
  runcmd: z.array(command).default([]),
});

/** A #cloud-config, with cloud-init's own defaults filled in. */
export type UserData = z.output<typeof userData>;
export type WrittenFile = UserData['write_files'][number];

/** User-data that a real cloud-init would ignore, entirely or in part. */
export class UserDataError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/**
 * Parses a #cloud-config strictly, whereas cloud-init itself skips keys that it does not know.
 *
 * @throws UserDataError with one line for each problem.
 * @see https://cloudinit.readthedocs.io/en/latest/reference/modules.html
 */
export function parseUserData(text: string): UserData {
  const [first = ''] = text.split('\n', 1);
  if (first.trim() !== '#cloud-config') {
    throw new UserDataError(['user-data does not begin with #cloud-config']);
  }
  let document: unknown;
  try {
    document = parse(text);
  } catch (error) {
    throw new UserDataError([`user-data is no YAML: ${(error as Error).message.split('\n')[0]}`]);
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new UserDataError(['user-data is not one mapping of keys']);
  }
  const read = userData.safeParse(document);
  if (read.success) return read.data;
  throw new UserDataError(read.error.issues.flatMap(describe));
}

function describe(issue: z.core.$ZodIssue): string[] {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${[path, key].filter(Boolean).join('.')}: is not a known key`);
  }
  return [`${path}: ${issue.message}`];
}

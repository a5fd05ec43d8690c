// SPDX-License-Identifier: Apache-2.0
import { workspaceRoot } from '@strata/sandbox';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const file = join(workspaceRoot, 'stacks/kubevirt-stack/Pulumi.sandbox.yaml');

/** Content of the file of the sandbox's platform, in which most options are on. */
export const sandboxPlatform = parse(readFileSync(file, 'utf8')) as {
  readonly config: Readonly<Record<string, unknown>>;
  readonly encryptionsalt: string;
};

/**
 * Encryption salt of the bench's stacks, one for all as in every environment. It is the sandbox's,
 * because the sandbox's file contains secrets.
 */
export const { encryptionsalt } = sandboxPlatform;

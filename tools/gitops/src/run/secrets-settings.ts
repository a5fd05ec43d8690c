// SPDX-License-Identifier: Apache-2.0
import { parseYaml } from '@strata/plan-check/read-yaml';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Settings in a stack's file that say how its secrets are encrypted. */
export interface SecretsSettings {
  /** Salt of the key that is derived from a passphrase. */
  readonly encryptionsalt?: string;
  /** URL of the key service; `passphrase` or nothing where a passphrase makes the key. */
  readonly secretsprovider?: string;
  /** Key of the secrets, which only the key service can decrypt. */
  readonly encryptedkey?: string;
}

/**
 * Reads the settings from a stack's file.
 *
 * @param root - root folder of the repository.
 * @param file - path of the stack's file from there.
 * @throws PlanError when the file is no YAML.
 */
export function readSecretsSettings(root: string, file: string): SecretsSettings {
  const text = readFileSync(join(root, file), 'utf8');
  return (parseYaml(text, file) as SecretsSettings | null) ?? {};
}

/**
 * Returns the flags with which `pulumi stack init` keeps the key that the settings name; undefined
 * when they name none. Without the flag Pulumi chooses a passphrase in a file or bucket backend, and
 * removes the key service from the stack's file.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/pkg/secrets/passphrase/manager.go
 */
export function initFlags({
  encryptionsalt,
  secretsprovider,
}: SecretsSettings): readonly string[] | undefined {
  if (secretsprovider !== undefined) return ['--secrets-provider', secretsprovider];
  return encryptionsalt === undefined ? undefined : [];
}

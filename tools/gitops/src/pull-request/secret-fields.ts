// SPDX-License-Identifier: Apache-2.0
import { addonsConfig } from '@strata/addons/config';
import { secretPaths } from '@strata/contracts';
import type { ProgramName } from '@strata/contracts/programs';
import { infraConfig } from '@strata/infra/config';
import { kubevirtStackConfig } from '@strata/kubevirt-stack/config';
import { userClusterConfig } from '@strata/user-cluster/config';
import type { z } from 'zod';
import { seal } from './yaml-words.ts';
import type { Words } from './yaml-words.ts';

type Mapping = Readonly<Record<string, Words>>;

/** Schema of each program's configuration. It marks the secret fields, whatever their names are. */
const schemas: Readonly<Record<ProgramName, z.ZodType>> = {
  infra: infraConfig,
  'kubevirt-stack': kubevirtStackConfig,
  addons: addonsConfig,
  'user-cluster': userClusterConfig,
};

const isProgram = (name: string): name is ProgramName => Object.hasOwn(schemas, name);

/** The same value with what is at a path sealed. */
function sealAt(words: Words, [key, ...rest]: readonly PropertyKey[]): Words {
  if (key === undefined) return seal(words);
  if (typeof words === 'string') return words;
  if (Array.isArray(words)) {
    return words.map((one: Words, index) => (index === key ? sealAt(one, rest) : one));
  }
  const entries = Object.entries(words as Mapping);
  return Object.fromEntries(
    entries.map(([name, one]) => [name, name === key ? sealAt(one, rest) : one]),
  );
}

/**
 * The configuration of a program with every field sealed that its schema calls a secret, also where
 * somebody has forgotten to encrypt it.
 *
 * @param config - keys without the prefix of the program.
 */
export function sealSecretFields(program: string, config: Mapping): Mapping {
  if (!isProgram(program)) return config;
  const paths = secretPaths(schemas[program], config);
  return paths.reduce<Words>((words, path) => sealAt(words, path), config) as Mapping;
}

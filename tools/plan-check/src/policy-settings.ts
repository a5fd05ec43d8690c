// SPDX-License-Identifier: Apache-2.0
import { diskFiles } from '@strata/contracts/file-source';
import { isMapping } from '@strata/contracts/mapping';
import type { Mapping } from '@strata/contracts/mapping';
import { suggestion } from '@strata/contracts/nearest-name';
import { z } from 'zod';
import type { PlanProblem } from './address-plan/index.ts';

const folder = 'stacks/policies';

/** The schema of such files, which the policies write. */
const schemaFile = 'stacks/schemas/policies.json';

const levels = z.object({ enum: z.array(z.string()) });

/** The parts of the schema of one policy that are read here: its levels, and its settings by name. */
const policySchema = z.object({
  anyOf: z.tuple([levels, z.object({ properties: z.record(z.string(), z.unknown()) })]),
});

const schemaOfAll = z.object({ properties: z.record(z.string(), policySchema) });

type PolicySchema = z.infer<typeof policySchema>;
type Found = Omit<PlanProblem, 'file'>;

const levelKey = 'enforcementLevel';
const withoutEffect = 'so this has no effect';

function levelProblems(path: string, level: unknown, [{ enum: known }]: PolicySchema['anyOf']) {
  return typeof level === 'string' && known.includes(level)
    ? []
    : [
        {
          path,
          message: `${JSON.stringify(level)} is no level of this policy; known: ${known.join(', ')}`,
        },
      ];
}

function ofPolicy(name: string, settings: unknown, { anyOf }: PolicySchema): Found[] {
  if (typeof settings === 'string') return levelProblems(name, settings, anyOf);
  if (!isMapping(settings)) return [{ path: name, message: 'expected a level or settings' }];
  const known = Object.keys(anyOf[1].properties);
  return Object.entries(settings).flatMap(([key, value]) => {
    const path = `${name}.${key}`;
    if (key === levelKey) return levelProblems(path, value, anyOf);
    const message = `there is no such setting, ${withoutEffect}; ${suggestion(key, known)}`;
    return known.includes(key) ? [] : [{ path, message }];
  });
}

const withoutSchema =
  'is missing, so nobody knows which policies there are; npx nx run config-schema:write writes it';

/** Pulumi's word for every policy. */
const every = 'all';

const everyMessage =
  'sets the level of every policy, and of secret-inputs to one at which it sees nothing; name the policies';

function problemsOf(settings: Mapping, policies: Readonly<Record<string, PolicySchema>>): Found[] {
  return Object.entries(settings).flatMap(([name, own]) => {
    const policy = policies[name];
    if (policy !== undefined) return ofPolicy(name, own, policy);
    if (name === every) return [{ path: name, message: everyMessage }];
    const hint = suggestion(name, Object.keys(policies));
    return [{ path: name, message: `there is no such policy, ${withoutEffect}; ${hint}` }];
  });
}

/**
 * Returns the names in settings of the policies that no policy has, and wrong levels. Pulumi takes them
 * without a word, and a policy whose setting is misspelt judges by its default.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/pkg/resource/analyzer/config.go
 */
export function checkPolicySettings(root: string): PlanProblem[] {
  const source = diskFiles(root);
  const names = source.list(folder).filter((name) => name.endsWith('.json'));
  if (names.length === 0) return [];
  const schema = source.read(schemaFile);
  if (schema === undefined) return [{ file: schemaFile, path: '', message: withoutSchema }];
  const { properties } = schemaOfAll.parse(JSON.parse(schema));
  return names.flatMap((name) => {
    const file = `${folder}/${name}`;
    const settings = parsed(source.read(file) ?? '{}');
    if (settings === undefined) return [{ file, path: '', message: 'is no JSON' }];
    if (!isMapping(settings)) {
      return [{ file, path: '', message: 'expected an object with policies by name' }];
    }
    return problemsOf(settings, properties).map((found) => ({ file, ...found }));
  });
}

/** Returns what a JSON text says; undefined if it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

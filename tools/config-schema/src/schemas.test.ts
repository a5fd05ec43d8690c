// SPDX-License-Identifier: Apache-2.0
import { Ajv } from 'ajv';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { fileKinds } from './file-kinds.ts';
import type { FileKind } from './file-kinds.ts';
import { renderSchema } from './render-schema.ts';
import { otherFolders, stackFolders } from '@strata/plan-check/stack-folders';
import { schemaFile, schemaLine } from '@strata/nx-pulumi/schema-line';
import { schemaText } from './schema-text.ts';

const root = join(import.meta.dirname, '../../..');

function kindOf(folder: string): FileKind {
  const kind = fileKinds.find((one) => one.folder === folder);
  if (kind === undefined) throw new Error(`no kind of file is in ${folder}`);
  return kind;
}

/** Names of the YAML files of a folder below stacks/, which need not be there. */
function filesIn(folder: string): string[] {
  const path = join(root, 'stacks', folder);
  return existsSync(path) ? readdirSync(path).filter((name) => name.endsWith('.yaml')) : [];
}

const files = fileKinds.flatMap(({ folder }) =>
  filesIn(folder).map((name) => [`stacks/${folder}/${name}`, folder] as const),
);

const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false });
const validators = new Map(
  fileKinds.map((kind) => [kind.folder, ajv.compile(renderSchema(kind))] as const),
);

/** Returns the errors that an editor would underline, as "where: what". */
function problems(folder: string, content: unknown): string[] {
  const validate = validators.get(folder);
  if (validate === undefined) throw new Error(`no schema for ${folder}`);
  validate(content);
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath}: ${message ?? ''}`,
  );
}

test.each(fileKinds)('$folder: the schema is what the code says', async (kind) => {
  const written = readFileSync(join(root, schemaFile(kind.folder)), 'utf8');
  // If not: npx nx run config-schema:write
  expect(written).toBe(await schemaText(kind));
});

test.each(files)('%s fits its schema, and names it', (file, folder) => {
  const text = readFileSync(join(root, file), 'utf8');
  expect(text.split('\n')[0]).toBe(schemaLine(folder));
  expect(problems(folder, parse(text))).toEqual([]);
});

test('a misspelt key, a wrong type and a missing key are underlined', () => {
  const content = {
    config: {
      'user-cluster:kubernetes': { version: '1.35.4', podCidr: '10.0.0.0/16', serviceCidr: 7 },
      'user-cluster:controlPlane': {
        replicas: 1,
        instancetype: 'standard-2',
        rootDisk: { image: 'ubuntu' },
        endpoint: { address: '10.1.1.1' },
      },
      'user-cluster:pool': [],
    },
  };
  expect(problems('user-cluster', content)).toEqual([
    "/config: must have required property 'user-cluster:pools'",
    '/config: must match "else" schema',
    '/config: must NOT have additional properties',
    '/config/user-cluster:kubernetes/serviceCidr: must be string',
  ]);
});

// Proves: clusters.profiles
test('a cluster that extends a profile need not say everything itself', () => {
  const config = { 'user-cluster:controlPlane': { endpoint: { address: '10.1.1.1' } } };
  const extended = { ...config, 'user-cluster:extends': ['small'] };
  expect(problems('user-cluster', { config: extended })).toEqual([]);
  expect(problems('user-cluster', { config })).toEqual([
    "/config: must have required property 'user-cluster:kubernetes'",
    "/config: must have required property 'user-cluster:pools'",
    "/config/user-cluster:controlPlane: must have required property 'rootDisk'",
    '/config: must match "else" schema',
  ]);
  expect(problems('profiles', { config })).toEqual([]);
  expect(problems('profiles', { config: extended })).toEqual([
    '/config: must NOT have additional properties',
  ]);
});

test('a secret in plain text is underlined', () => {
  const grafana = (adminPassword: unknown) => ({
    config: {
      'kubevirt-stack:storage': {
        className: 'block',
        accessModes: ['ReadWriteMany'],
        volumeMode: 'Block',
      },
      'kubevirt-stack:metallb': { pools: [{ name: 'a', addresses: ['10.0.0.1-10.0.0.9'] }] },
      'kubevirt-stack:monitoring': { grafana: { adminPassword } },
    },
  });
  expect(problems('kubevirt-stack', grafana({ secure: 'v1:abc' }))).toEqual([]);
  expect(problems('kubevirt-stack', grafana('correct horse'))).toEqual([
    '/config/kubevirt-stack:monitoring/grafana/adminPassword: must be object',
  ]);
});

test('says what a field expects, as error messages do', () => {
  expect(renderSchema(kindOf('capacity')).properties).toMatchObject({
    hostLoss: { description: 'a whole number of 0 or more', default: 1 },
  });
});

/** Every example in a schema, with the part that it is an example of. */
function examplesIn(part: unknown): { readonly part: object; readonly example: unknown }[] {
  if (typeof part !== 'object' || part === null) return [];
  const { examples } = part as { readonly examples?: readonly unknown[] };
  const below = Object.entries(part).filter(([key]) => key !== 'examples');
  return [
    ...(examples ?? []).map((example) => ({ part, example })),
    ...below.flatMap(([, inner]) => examplesIn(inner)),
  ];
}

test.each(['infra', 'kubevirt-stack', 'addons', 'user-cluster', 'profiles'])(
  '%s: the schema shows examples, which it does not underline',
  (folder) => {
    const all = examplesIn(renderSchema(kindOf(folder)));
    const refused = all.filter(({ example, part }) => !ajv.compile(part)(example));
    expect(refused).toEqual([]);
    expect(all.length).toBeGreaterThan(0);
  },
);

test('shows the example of a group of keys at its key, and of a whole file with the prefix', () => {
  const { config } = renderSchema(kindOf('infra')).properties as { readonly config: object };
  expect(config).toMatchObject({
    examples: [
      { 'infra:provisioner': 'existing', 'infra:existing': { kubeconfigEnv: 'KUBECONFIG' } },
    ],
    properties: {
      'infra:existing': { examples: [{ kubeconfigEnv: 'KUBECONFIG' }] },
      'infra:bridges': { examples: [[{ name: 'br1', uplink: 'bond0' }]] },
    },
  });
});

test('the check of names of files knows the folder of each kind of file', () => {
  const known = [...stackFolders.map(({ folder }) => folder), ...otherFolders];
  expect(fileKinds.map(({ folder }) => folder).filter((folder) => !known.includes(folder))).toEqual(
    [],
  );
  expect(
    stackFolders.filter(({ prefix }) => prefix === 'Pulumi.').map(({ folder }) => folder),
  ).toEqual(fileKinds.filter(({ isStack }) => isStack).map(({ folder }) => folder));
});

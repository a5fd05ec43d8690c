// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Component } from './recipes/component.ts';
import type { ManifestOptions } from './ensure-manifests.ts';
import type { FetchedModule, ModuleRequest } from './render/index.ts';
import { testFolder } from './test-folder.ts';

/** Two small components: one from files, with a floating image; one generated, in `default`. */
const components = [
  {
    name: 'alpha',
    version: '1.0.0',
    sources: [{ from: 'files', module: 'example.com/alpha', paths: ['deploy/alpha.yaml'] }],
    file: 'alpha-install',
    pins: [{ from: 'example.com/alpha:latest', to: 'example.com/alpha:v1.0.0' }],
  },
  {
    name: 'beta',
    version: '2.0.0',
    sources: [{ from: 'cdi-generator', module: 'example.com/beta' }],
    file: 'beta-operator',
    namespace: { from: 'default', to: 'beta-system' },
  },
] as const satisfies readonly Component[];

const alphaYaml = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: alpha, namespace: alpha, creationTimestamp: null }
spec:
  template:
    metadata: { creationTimestamp: null }
    spec:
      containers:
        - { name: alpha, image: 'example.com/alpha:latest' }
status: {}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: alphas.example.com }
---
apiVersion: v1
kind: Namespace
metadata: { name: alpha }
`;

const betaYaml = `
apiVersion: v1
kind: ServiceAccount
metadata: { name: beta, namespace: default }
`;

/** Invented hashes in the form of go.sum. */
export const moduleHashes = {
  'example.com/alpha': `h1:${'A'.repeat(43)}=`,
  'example.com/beta': `h1:${'B'.repeat(43)}=`,
} as const;

/** Release in a folder of its own, with everything that a rendering needs, without network. */
export interface TestRelease {
  readonly folder: string;
  readonly locks: string;
  /** Folder of its manifests. */
  readonly directory: string;
  readonly components: typeof components;
  /** Modules fetched so far. */
  readonly fetched: readonly string[];
  /** Lines reported so far. */
  readonly lines: readonly string[];
  readonly options: Required<Omit<ManifestOptions, 'signal'>>;
  /** Changes the output of a module or a generator. */
  readonly change: (part: 'alpha' | 'beta', yaml: string) => void;
}

/** Makes the release's folder, or uses one that another process has made. */
export function testRelease(folder = testFolder()): TestRelease {
  const fetched: string[] = [];
  const lines: string[] = [];
  const locks = join(folder, 'locks');
  const alphaFile = join(folder, 'modules/example.com/alpha/deploy/alpha.yaml');
  const yaml = { beta: betaYaml };
  mkdirSync(dirname(alphaFile), { recursive: true });
  writeFileSync(alphaFile, alphaYaml);
  const fetchModule = ({ path, version }: ModuleRequest): Promise<FetchedModule> => {
    fetched.push(path);
    const hash = path in moduleHashes ? moduleHashes[path as keyof typeof moduleHashes] : '';
    return Promise.resolve({ path, version, hash, directory: join(folder, 'modules', path) });
  };
  const generator = {
    locate: () => Promise.resolve('/bin/false'),
    generate: () => Promise.resolve(yaml.beta),
  };
  return {
    folder,
    locks,
    directory: join(folder, 'cache/manifests'),
    components,
    fetched,
    lines,
    options: {
      components,
      locks,
      env: { STRATA_CACHE_DIR: join(folder, 'cache') },
      report: { line: (text) => lines.push(text), status: () => undefined },
      fetchModule,
      generators: { 'kubevirt-templator': generator, 'cdi-generator': generator },
      charts: { locate: () => Promise.resolve('/bin/false'), render: () => Promise.resolve([]) },
    },
    change: (part, text) => {
      if (part === 'beta') yaml.beta = text;
      else writeFileSync(alphaFile, text);
    },
  };
}

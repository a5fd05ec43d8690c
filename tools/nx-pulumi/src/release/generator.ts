// SPDX-License-Identifier: Apache-2.0
import type { Tree } from '@nx/devkit';
import { kubevirtMinors, releases } from '@strata/contracts';
import type { GateRelease, GateRules } from '@strata/contracts';
import { compareVersions, minorOf } from '@strata/contracts/versions';
import { insertLine } from './insert-line.ts';
import { moduleFolder } from './module-folder.ts';
import { readKubevirt } from './read-kubevirt.ts';
import { constantOf, renderMetrics, renderMinor } from './render-kubevirt.ts';

/** Options of the generator. */
export interface ReleaseOptions {
  readonly kubevirt: string;
  /** Oldest and newest Kubernetes minor, `1.35-1.37`. */
  readonly kubernetes: string;
  /** @default the CDI of the newest release */
  readonly cdi?: string;
  /** @default the folder that Go downloads the module to */
  readonly source?: string;
}

const contracts = 'packages/contracts/src';
const metrics = 'packages/kubevirt-stack/src/monitoring/metrics';
const toolchain = 'tools/toolchain';

/** Adds the release and its minor to the tables that have a line for each. */
function addLines(tree: Tree, minor: string): void {
  const constant = constantOf(minor);
  const content = `v${minor.replace('.', '')}`;
  const index = `${contracts}/kubevirt-minors/index.ts`;
  insertLine(tree, index, /^import \{ kubevirt/, `import { ${constant} } from './v${minor}.ts';`);
  insertLine(tree, index, /^ {2}'[\d.]+': kubevirt/, `  '${minor}': ${constant},`);
  const table = `${contracts}/releases.ts`;
  const file = `./release-contents/v${minor}.ts`;
  insertLine(tree, table, /^import .*release-contents/, `import { ${content} } from '${file}';`);
  insertLine(tree, table, /^ {2}'v[\d.]+': v/, `  'v${minor}': ${content},`);
  const exported = `${metrics}/exported-metrics.ts`;
  const list = `./kubevirt-${minor}-metrics.ts`;
  insertLine(tree, exported, /^import \{ kubevirt/, `import { ${constant} } from '${list}';`);
  insertLine(tree, exported, /^ {2}'[\d.]+': kubevirt/, `  '${minor}': ${constant},`);
  const costs = '{ coldMinutes: 2, footprint: { modules: 300, objects: 1300, binaries: 255 } }';
  const tools = `${toolchain}/src/operator-tools.ts`;
  insertLine(tree, tools, /^ {2}'kubevirt-[\d.]+': \{/, `  'kubevirt-${minor}': ${costs},`);
}

/** Writes the module that builds the operator, from that of the newest KubeVirt. */
function addTool(tree: Tree, from: string, to: string): void {
  const folder = `${toolchain}/kubevirt-${minorOf(from)}`;
  const goMod = tree.read(`${folder}/go.mod`, 'utf8') ?? '';
  const text = goMod
    .replace(`/kubevirt-${minorOf(from)}\n`, `/kubevirt-${minorOf(to)}\n`)
    .replaceAll(
      new RegExp(`(kubevirt\\.io/(?:kubevirt|api|client-go)) v${from}`, 'g'),
      `$1 v${to}`,
    );
  tree.write(`${toolchain}/kubevirt-${minorOf(to)}/go.mod`, text);
}

function renderContent({ kubevirt, cdi }: { readonly kubevirt: string; readonly cdi: string }) {
  const minor = minorOf(kubevirt);
  return `// SPDX-License-Identifier: Apache-2.0
import type { ReleaseContent } from '../release.ts';
import { cdi, kubevirt, unchanged } from './unchanged.ts';

/** The contents of release v${minor}: every version that it installs. */
export const v${minor.replace('.', '')} = {
  ...unchanged,
  components: { kubevirt: kubevirt('${kubevirt}'), cdi: cdi('${cdi}'), ...unchanged.components },
} as const satisfies ReleaseContent;
`;
}

/**
 * Writes a release of the platform with a new minor of KubeVirt, as far as KubeVirt's own source says
 * it.
 *
 * @throws Error when the minor is not newer than all that are here, or a version is none.
 */
export default function generateRelease(tree: Tree, options: ReleaseOptions): () => void {
  const { kubevirt } = options;
  const newest = releases.at(-1) ?? releases[0];
  const minor = minorOf(kubevirt);
  if (!/^\d+\.\d+\.\d+$/.test(kubevirt)) throw new Error(`No version of KubeVirt: ${kubevirt}.`);
  if (compareVersions(minor, minorOf(newest.components.kubevirt.version)) <= 0) {
    throw new Error(`KubeVirt ${minor} is not newer than ${newest.name}, the newest release.`);
  }
  const [, oldest, last] = /^(\d+\.\d+)-(\d+\.\d+)$/.exec(options.kubernetes) ?? [];
  if (oldest === undefined || last === undefined) {
    throw new Error(`No range of Kubernetes minors like 1.35-1.37: ${options.kubernetes}.`);
  }
  const source = readKubevirt(options.source ?? moduleFolder('kubevirt.io/kubevirt', kubevirt));
  const before = newest.components.kubevirt.version;
  const rules: GateRules = kubevirtMinors[minorOf(before) as GateRelease].gateRules;
  const gateRules = { ...rules, source: rules.source.replace(`/v${before}/`, `/v${kubevirt}/`) };
  const file = `${contracts}/kubevirt-minors/v${minor}.ts`;
  tree.write(
    file,
    renderMinor(source, { version: kubevirt, kubernetes: [oldest, last], gateRules }),
  );
  const cdi = options.cdi ?? newest.components.cdi.version;
  tree.write(`${contracts}/release-contents/v${minor}.ts`, renderContent({ kubevirt, cdi }));
  tree.write(`${metrics}/kubevirt-${minor}-metrics.ts`, renderMetrics(source, kubevirt));
  addTool(tree, before, kubevirt);
  addLines(tree, minor);
  return () => console.log(nextSteps(minor, file));
}

function nextSteps(minor: string, file: string): string {
  return [
    '\nNext:',
    `  read ${file}: gateRules are those of the minor before`,
    `  go -C ${toolchain}/kubevirt-${minor} mod download, until its go.mod and go.sum are whole`,
    '  npm run manifests -- --update-lock',
    '  "Adding a release" of CONTRIBUTING.md has what is left',
  ].join('\n');
}

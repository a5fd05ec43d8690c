// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const packageFolder = join(import.meta.dirname, '..');
const document = readFileSync(join(packageFolder, 'PLAYED.md'), 'utf8');

interface Citation {
  readonly repository: string;
  readonly version: string;
  readonly path: string;
  readonly names: readonly string[];
}

/** A citation: a link to a file of a version, and names in it. */
const cited = /\]\(https:\/\/github\.com\/([^/]+\/[^/]+)\/blob\/([^/]+)\/([^)]+)\)([^;|]*)/g;

function citationsOf(text: string): Citation[] {
  return [...text.matchAll(cited)].map(
    ([, repository = '', version = '', path = '', after = '']) => ({
      repository,
      version,
      path,
      names: [...after.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    }),
  );
}

/** Rows of all tables whose first cell is a file. */
const rows = document.split('\n').flatMap((line) => {
  const [, file] = /^\| \[`[^`]+`\]\(src\/([^)]+)\)/.exec(line) ?? [];
  if (file === undefined) return [];
  const cells = line.split(' | ').map((cell) => cell.trim());
  return [{ file, cells, citations: citationsOf(cells[2] ?? '') }];
});

const played = ['hardware', 'kubelet', 'guests', 'guest'].flatMap((folder) =>
  readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => !path.includes('.test.'))
    .filter((path) => statSync(join(import.meta.dirname, path)).isFile()),
);

test('every played file has one row, and every row names a played file', () => {
  expect(rows.map(({ file }) => file).sort()).toEqual([...played].sort());
});

test('every row says what it plays, what it follows, and how to compare it', () => {
  for (const { file, cells } of rows) {
    expect({ file, cells: cells.length }).toEqual({ file, cells: 4 });
    const [, plays = '', follows = '', compare = ''] = cells.map((cell) =>
      cell.replace(/\s*\|$/, ''),
    );
    expect(plays).not.toBe('');
    if (follows !== 'nothing: of the sandbox itself') {
      expect(citationsOf(follows).flatMap(({ names }) => names)).not.toEqual([]);
    }
    expect({ file, compare }).toEqual({
      file,
      compare: expect.stringMatching(
        /^(none|asked in every test|no promise, because .+|(lane|promises|machine): .+)$/,
      ) as string,
    });
  }
});

test('every step that a row names is one of the hypervisor lane', () => {
  const steps = [...document.matchAll(/lane: ([\w-]+\.sh)/g)].map(([, step = '']) => step);
  expect(steps).not.toEqual([]);
  const folder = join(packageFolder, '../hypervisor-lane/steps');
  expect(steps.filter((step) => !existsSync(join(folder, step)))).toEqual([]);
});

test.each([
  ['promises', 'promises'],
  ['machine', 'machine-promises'],
])('the files with "%s:" are those that the tables in %s name', (word, name) => {
  const folder = join(packageFolder, '../hypervisor-lane/src', name);
  const tables = readdirSync(folder).filter((name) => name.endsWith('-promises.ts'));
  const named = tables.flatMap((name) =>
    [
      ...readFileSync(join(folder, name), 'utf8').matchAll(
        /'((?:hardware|kubelet|guests|guest)\/[^']+)'/g,
      ),
    ].map(([, file = '']) => file),
  );
  const promised = rows.filter(({ cells }) => new RegExp(`(^|; )${word}: `).test(cells[3] ?? ''));
  expect(promised.map(({ file }) => file).sort()).toEqual([...new Set(named)].sort());
});

/**
 * Go modules of the cited repositories; the names in all other repositories were looked up by hand.
 */
const modules: Readonly<Record<string, string>> = {
  'coreos/ignition': 'github.com/coreos/ignition/v2',
  'kubernetes-csi/external-provisioner': 'github.com/kubernetes-csi/external-provisioner/v6',
  'kubernetes-csi/external-resizer': 'github.com/kubernetes-csi/external-resizer/v2',
  'kubernetes-csi/external-snapshotter': 'github.com/kubernetes-csi/external-snapshotter/v8',
  'kubernetes-sigs/kwok': 'sigs.k8s.io/kwok',
  'kubernetes-sigs/sig-storage-lib-external-provisioner':
    'sigs.k8s.io/sig-storage-lib-external-provisioner/v13',
  'kubernetes/apimachinery': 'k8s.io/apimachinery',
  'kubernetes/client-go': 'k8s.io/client-go',
  'kubernetes/component-helpers': 'k8s.io/component-helpers',
  'kubernetes/cri-api': 'k8s.io/cri-api',
  'kubernetes/kubernetes': 'k8s.io/kubernetes',
  'kubevirt/api': 'kubevirt.io/api',
  'kubevirt/containerized-data-importer': 'kubevirt.io/containerized-data-importer',
  'kubevirt/kubevirt': 'kubevirt.io/kubevirt',
  'metallb/metallb': 'go.universe.tf/metallb',
};

/** Cited repositories of which this toolchain needs no module. */
const byHand = [
  'canonical/cloud-init',
  'containernetworking/plugins',
  'k8snetworkplumbingwg/multus-cni',
  'kmod-project/kmod',
  'kubevirt/bridge-marker',
  'kubevirt/csi-driver',
  'systemd/systemd',
  'util-linux/util-linux',
];

/** Returns the path of Go's module cache; undefined on a machine without Go. */
function moduleCache(): string | undefined {
  try {
    return execFileSync('go', ['env', 'GOMODCACHE'], { encoding: 'utf8', cwd: '/' }).trim();
  } catch {
    return undefined;
  }
}

const cache = moduleCache();
const all = rows.flatMap(({ citations }) => citations);
const repositories = [...new Set(all.map(({ repository }) => repository))].sort();

test('every cited repository is a module of the toolchain, or is listed as looked up by hand', () => {
  expect(repositories).toEqual([...Object.keys(modules), ...byHand].sort());
});

test('only one version of each repository is cited', () => {
  const versions = new Set(all.map(({ repository, version }) => `${repository} ${version}`));
  expect(versions.size).toBe(repositories.length);
});

const folderOf = ({ repository, version }: Citation) =>
  cache === undefined || modules[repository] === undefined
    ? undefined
    : join(cache, `${modules[repository]}@${version}`);

/** Citations whose source is on this machine; a build with full caches may have left none. */
const here = all.filter((citation) => {
  const folder = folderOf(citation);
  return folder !== undefined && existsSync(folder);
});

test('every cited file and name exists, as far as the source is on this machine', () => {
  const missing = here.flatMap((citation) => {
    const file = join(folderOf(citation) ?? '', citation.path);
    if (!existsSync(file)) return [`${citation.repository}: no ${citation.path}`];
    const text = readFileSync(file, 'utf8');
    return citation.names
      .filter((name) => !new RegExp(`\\b${name}\\b`).test(text))
      .map((name) => `${citation.repository}: no ${name} in ${citation.path}`);
  });
  expect(missing).toEqual([]);
});

test('the cited versions are those of the tools', () => {
  const toolchain = join(packageFolder, '../toolchain');
  const goMods = readdirSync(toolchain)
    .map((folder) => join(toolchain, folder, 'go.mod'))
    .filter((file) => existsSync(file) && statSync(dirname(file)).isDirectory())
    .map((file) => readFileSync(file, 'utf8'));
  const stale = all
    .filter(({ repository }) => modules[repository] !== undefined)
    .filter(({ repository, version }) => {
      const name = modules[repository] ?? '';
      const known = goMods.filter(
        (text) => text.includes(`\t${name} v`) || text.includes(` ${name} v`),
      );
      return known.length > 0 && !known.some((text) => text.includes(`${name} ${version}`));
    })
    .map(({ repository, version }) => `${repository} ${version}`);
  expect([...new Set(stale)]).toEqual([]);
});

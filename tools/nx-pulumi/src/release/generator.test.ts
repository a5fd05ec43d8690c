// SPDX-License-Identifier: Apache-2.0
import { createTree } from '@nx/devkit/testing';
import { releases } from '@strata/contracts';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import generateRelease from './generator.ts';

const root = join(import.meta.dirname, '../../../..');
const newest = releases.at(-1) ?? releases[0];
const before = newest.components.kubevirt.version;

const tables = [
  'packages/contracts/src/kubevirt-minors/index.ts',
  'packages/contracts/src/releases.ts',
  'packages/kubevirt-stack/src/monitoring/metrics/exported-metrics.ts',
  'tools/toolchain/src/operator-tools.ts',
];
const goMod = `tools/toolchain/kubevirt-${newest.name.slice(1)}/go.mod`;

let source: string;
beforeAll(() => {
  source = mkdtempSync(join(tmpdir(), 'strata-kubevirt-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), text);
  };
  const active = [
    '\tNewGate = "BrandNew"',
    '\tOldGate = "WellKnown"',
    '\tRegisterFeatureGate(FeatureGate{Name: NewGate, State: Alpha})',
    '\tRegisterFeatureGate(FeatureGate{Name: OldGate, State: Beta})',
  ];
  write('pkg/virt-config/featuregate/active.go', active.join('\n'));
  const gone =
    '\tRegisterFeatureGate(FeatureGate{Name: "Gone", State: Discontinued, Message: "gone"})';
  write('pkg/virt-config/featuregate/inactive.go', gone);
  write('hack/virt-template/default.sh', 'version=${VIRT_TEMPLATE_VERSION:-"v0.3.0"}\n');
  const page = [
    '| kubevirt_info | Metric | Gauge | About. |',
    '| kubevirt_a_total | Metric | Counter | A. |',
    '| kubevirt_rule | Recording rule | Gauge | None. |',
  ];
  write('docs/observability/metrics.md', page.join('\n'));
});
afterAll(() => rmSync(source, { recursive: true }));

function generated(options: Partial<Parameters<typeof generateRelease>[1]> = {}) {
  const tree = createTree();
  for (const file of [...tables, goMod]) tree.write(file, readFileSync(join(root, file), 'utf8'));
  generateRelease(tree, { kubevirt: '9.1.0', kubernetes: '9.1-9.3', source, ...options });
  return tree;
}

test('writes what the source of KubeVirt says of a new minor', () => {
  const tree = generated();
  const minor = tree.read('packages/contracts/src/kubevirt-minors/v9.1.ts', 'utf8') ?? '';
  expect(minor).toContain("  kubernetes: ['9.1', '9.3'],\n  virtTemplate: '0.3.0',\n");
  expect(minor).toContain(
    '    alpha: `\n      BrandNew\n    `,\n    beta: `\n      WellKnown\n    `,\n    ga: ``,\n' +
      '    deprecated: ``,\n    discontinued: `\n      Gone\n    `,\n',
  );
  expect(minor).toContain('/blob/v9.1.0/');
  const metrics = 'packages/kubevirt-stack/src/monitoring/metrics/kubevirt-9.1-metrics.ts';
  expect(tree.read(metrics, 'utf8')).toContain(
    'kubevirt9_1 = metricsOf({\n  counter: `\n    kubevirt_a_total\n  `,\n  gauge: `\n    kubevirt_info\n  `,\n});',
  );
});

test('adds the release behind the others, and the module that builds its operator', () => {
  const tree = generated({ cdi: '9.0.1' });
  const text = (file: string) => tree.read(file, 'utf8') ?? '';
  expect(text('packages/contracts/src/release-contents/v9.1.ts')).toContain(
    "kubevirt: kubevirt('9.1.0'), cdi: cdi('9.0.1'),",
  );
  const [minors = '', table = '', metrics = '', tools = ''] = tables.map(text);
  const name = newest.name.slice(1);
  const constant = name.replace('.', '_');
  const row = `  '${name}': kubevirt${constant},\n  '9.1': kubevirt9_1,\n}`;
  expect(minors).toContain(row);
  expect(metrics).toContain(row);
  expect(table).toContain(`  '${newest.name}': v${name.replace('.', '')},\n  'v9.1': v91,\n}`);
  expect(tools).toMatch(new RegExp(`'kubevirt-${name}': .*\\n {2}'kubevirt-9\\.1': .*\\n\\}`));
  const written = text('tools/toolchain/kubevirt-9.1/go.mod');
  expect(written).toContain('module strata/toolchain/kubevirt-9.1\n');
  expect(written).toContain('kubevirt.io/kubevirt v9.1.0');
  expect(written).not.toContain(`kubevirt.io/kubevirt v${before}`);
});

test.each([
  [
    { kubevirt: before },
    `KubeVirt ${newest.name.slice(1)} is not newer than ${newest.name}, the newest release.`,
  ],
  [{ kubevirt: '9.1' }, 'No version of KubeVirt: 9.1.'],
  [{ kubernetes: '9.1' }, 'No range of Kubernetes minors like 1.35-1.37: 9.1.'],
])('refuses %j', (options, message) => {
  expect(() => generated(options)).toThrow(new Error(message));
});

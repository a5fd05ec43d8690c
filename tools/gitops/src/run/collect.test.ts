// SPDX-License-Identifier: Apache-2.0
import {
  collectChanges,
  collectErrors,
  collectViolations,
  collectWarnings,
  countChanges,
  digestOf,
} from './collect-changes.ts';
import { collectDrains } from './collect-drains.ts';
import { collectDrift } from './collect-drift.ts';
import { countMachines } from './count-machines.ts';
import { engineEvent } from './engine-event.ts';
import type { EngineEvent } from './engine-event.ts';

type Inputs = Record<string, unknown>;

const prefix = 'urn:pulumi:prod.shop::user-cluster::';

function step(
  op: string,
  type: string,
  name: string,
  old: Inputs | null,
  next: Inputs | null,
  more: Inputs = {},
) {
  const state = (inputs: Inputs | null) => (inputs === null ? null : { type, inputs, ...more });
  return { op, type, urn: `${prefix}${type}::${name}`, old: state(old), new: state(next) };
}

const pre = (...args: Parameters<typeof step>): EngineEvent =>
  engineEvent.parse({ resourcePreEvent: { metadata: step(...args) } });
const post = (...args: Parameters<typeof step>): EngineEvent =>
  engineEvent.parse({ resOutputsEvent: { metadata: step(...args) } });

const service = 'kubernetes:core/v1:Service';
const pool = 'kubernetes:pool.kubevirt.io/v1beta1:VirtualMachinePool';
const machine = 'kubernetes:kubevirt.io/v1:VirtualMachine';

test('counts the three steps of a replacement as one change', () => {
  const events = [
    pre('create-replacement', service, 'api', { a: 1 }, { a: 2 }, { protect: true }),
    pre('replace', service, 'api', { a: 1 }, { a: 2 }, { protect: true }),
    pre('same', service, 'other', { a: 1 }, { a: 1 }),
    pre('update', 'pulumi:providers:kubernetes', 'infra', { a: 1 }, { a: 2 }),
    pre('delete-replaced', service, 'api', { a: 1 }, null, { protect: true }),
  ];
  const changes = collectChanges(events);
  expect(changes).toEqual([
    {
      urn: `${prefix}${service}::api`,
      type: service,
      name: 'api',
      operation: 'replace',
      fields: ['a'],
      values: [{ field: 'a', before: '1', after: '2' }],
      protected: true,
    },
  ]);
  expect(countChanges(events, changes)).toEqual({
    create: 0,
    update: 0,
    replace: 1,
    delete: 0,
    same: 1,
  });
});

test.each<[string, string, Inputs, Inputs, unknown]>([
  [
    'what is short and plain, or not there',
    service,
    { a: 1, b: true, c: 'old', d: 'gone' },
    { a: 2, b: false, c: 'new', e: 'made' },
    [
      { field: 'a', before: '1', after: '2' },
      { field: 'b', before: 'true', after: 'false' },
      { field: 'c', before: 'old', after: 'new' },
      { field: 'd', before: 'gone' },
      { field: 'e', after: 'made' },
    ],
  ],
  ['nothing of a Secret', 'kubernetes:core/v1:Secret', { kind: 'a' }, { kind: 'b' }, undefined],
  ['nothing that Pulumi marks', service, { a: 'plain' }, { a: '[secret]' }, undefined],
  [
    'nothing that is not known yet',
    service,
    { a: 'plain' },
    { a: '04da6b54-80e4-46f7-96ec-b56ff0331ba9' },
    undefined,
  ],
  [
    'nothing of fields that hold secrets by their name',
    service,
    {
      userData: 'a',
      data: { kubeconfig: 'a' },
      spec: { joinToken: 'a', env: [{ name: 'PASSWORD', value: 'a' }] },
    },
    {
      userData: 'b',
      data: { kubeconfig: 'b' },
      spec: { joinToken: 'b', env: [{ name: 'PASSWORD', value: 'b' }] },
    },
    undefined,
  ],
  [
    'nothing that looks like a secret, or is more than a word',
    service,
    { a: '-----BEGIN CERTIFICATE-----', b: '--password=x', c: 'x'.repeat(41), d: 'a\nb', e: {} },
    { a: 'x', b: 'x', c: 'x', d: 'x', e: 'x' },
    undefined,
  ],
])('of values a change says %s', (_, type, before, after, expected) => {
  const [change] = collectChanges([pre('update', type, 'api', before, after)]);
  expect(change?.fields.length).toBeGreaterThan(0);
  expect(change?.values).toEqual(expected);
});

test('judges the blast radius by the data of a preview as JSON', () => {
  const events = [pre('delete', service, 'api', { a: 1 }, null, { retainOnDelete: true })];
  expect(digestOf(events)).toEqual({
    steps: [
      {
        op: 'delete',
        urn: `${prefix}${service}::api`,
        oldState: { type: service, inputs: { a: 1 }, retainOnDelete: true },
        newState: null,
      },
    ],
    diagnostics: [],
  });
});

test('counts machines before and after', () => {
  const replicas = (count: number) => ({ spec: { replicas: count } });
  const events = [
    pre('update', pool, 'md-a', replicas(2), replicas(5)),
    pre('create', machine, 'cp-1', null, {}),
    pre('same', machine, 'cp-0', {}, {}),
    pre('delete', pool, 'md-b', replicas(3), null),
  ];
  expect(countMachines(events)).toEqual({ before: 6, after: 7 });
  expect(countMachines([pre('create', service, 'api', null, {})])).toBeUndefined();
});

test('returns the level and the resource of a violation', () => {
  const event = (enforcementLevel: string) =>
    engineEvent.parse({
      policyEvent: {
        resourceUrn: 'urn:a',
        message: 'No.\nit does\n',
        policyName: 'no',
        enforcementLevel,
      },
    });
  expect(collectViolations([event('advisory'), event('remediate'), event('disabled')])).toEqual([
    { policy: 'no', level: 'advisory', resource: 'urn:a', message: 'No.\nit does' },
    { policy: 'no', level: 'mandatory', resource: 'urn:a', message: 'No.\nit does' },
  ]);
});

test("leaves out the engine's own summary unless it is the only error", () => {
  const said = (message: string) =>
    engineEvent.parse({ diagnosticEvent: { severity: 'error', message } });
  expect(collectErrors([said('preview failed\n'), said('no room\n'), said('no room\n')])).toEqual([
    'no room',
  ]);
  expect(collectErrors([said('update failed\n')])).toEqual(['update failed']);
});

test('has the warnings of the program, each once, and not those of resources', () => {
  const said = (severity: string, message: string, urn?: string) =>
    engineEvent.parse({ diagnosticEvent: { severity, message, ...(urn && { urn }) } });
  const stack = 'urn:pulumi:prod.shop::user-cluster::pulumi:pulumi:Stack::user-cluster-prod.shop';
  const events = [
    said('warning', 'Before 1.35, look at:\n  a budget\n', stack),
    said('warning', 'Before 1.35, look at:\n  a budget\n', stack),
    said('warning', 'ends soon'),
    said('info', 'drains', stack),
    said('error', 'no room', stack),
    said('warning', 'slow', 'urn:pulumi:prod.shop::user-cluster::kubernetes:core/v1:Service::api'),
  ];
  expect(collectWarnings(events)).toEqual(['Before 1.35, look at:\n  a budget', 'ends soon']);
});

test('names drifted fields that the program declared, and hides secrets', () => {
  const secret = 'kubernetes:core/v1:Secret';
  const events = [
    post('update', service, 'api', { spec: { port: 80 } }, { spec: { port: 81 } }),
    post('update', secret, 'key', { data: { k: 'YQ==' } }, { data: { k: 'Yg==' } }),
    post('delete', service, 'old', { a: 1 }, null),
    post('same', service, 'fine', { a: 1 }, { a: 1 }),
    post('update', service, 'sealed', { a: '[secret]' }, { a: '[secret]' }),
  ];
  const at = (type: string, name: string) => `${prefix}${type}::${name}`;
  expect(collectDrift(events)).toEqual([
    { resource: at(service, 'api'), field: 'spec.port', wanted: '80', live: '81' },
    { resource: at(secret, 'key'), field: 'data.k', wanted: '[secret]', live: '[secret]' },
    {
      resource: at(service, 'old'),
      field: '(the whole object)',
      wanted: 'is there',
      live: 'is gone',
    },
    { resource: at(service, 'sealed'), field: '(a secret)', wanted: '[secret]', live: '[secret]' },
  ]);
});

test('reads from the planned outputs what machines do when a host is drained', () => {
  const group = {
    name: 'md-a',
    role: 'worker',
    replicas: 2,
    machines: ['md-a-0', 'md-a-1'],
    onDrain: { behaviour: 'migrates', reasons: [] },
    uncoveredInterfaces: [],
  };
  const stack = 'pulumi:pulumi:Stack';
  const end = (groups: unknown) =>
    post('same', stack, 'shop', null, {}, { outputs: { machineGroups: groups } });
  expect(collectDrains([post('create', service, 'api', null, {}), end([group])])).toEqual([
    'md-a: 2 machines migrate',
  ]);
  expect(collectDrains([end(undefined)])).toEqual([]);
  expect(collectDrains([])).toEqual([]);
});

// SPDX-License-Identifier: Apache-2.0
import { expand, expandable, NotYetThere, resolveEnvironment } from './environment.ts';
import type { DataSource } from './environment.ts';
import type { Container, EnvVar, Pod } from './pod.ts';

const data: DataSource = {
  secret: (_, name) => (name === 'keys' ? { token: Buffer.from('abc') } : undefined),
  configMap: (_, name) => (name === 'conf' ? { LEVEL: Buffer.from('2') } : undefined),
};

function podWith(container: Partial<Container>): [Pod, Container] {
  const full = { name: 'main', image: 'x', ...container };
  const metadata = {
    name: 'web-0',
    namespace: 'shop',
    uid: 'u1',
    annotations: { team: 'a', cost: '$$5 $(KUBERNETES_SERVICE_PORT)' },
  };
  const spec = { nodeName: 'metal-1', containers: [full] };
  return [{ metadata, spec, status: { podIP: '10.244.128.9' } }, full];
}

function resolve(env: readonly EnvVar[]): Record<string, string> {
  const resolved = resolveEnvironment(...podWith({ env }), data);
  return Object.fromEntries(env.map(({ name }) => [name, resolved[name] ?? 'absent']));
}

test('expands references between variables in order, and keeps unknown ones', () => {
  expect(
    resolve([
      { name: 'A', value: 'one' },
      { name: 'B', value: '$(A)-$(NONE)-$$(A)' },
    ]),
  ).toEqual({ A: 'one', B: 'one-$(NONE)-$(A)' });
});

test('expands neither what others provide, nor references to variables of the image and the runtime', () => {
  const { X, H, E } = resolve([
    { name: 'X', valueFrom: { fieldRef: { fieldPath: "metadata.annotations['cost']" } } },
    { name: 'H', value: '$(HOSTNAME) $(PATH) $(HOME) $(KUBERNETES_SERVICE_PORT)' },
    { name: 'E', value: '$(X)' },
  ]);
  const cost = '$$5 $(KUBERNETES_SERVICE_PORT)';
  expect({ X, H, E }).toEqual({ X: cost, H: '$(HOSTNAME) $(PATH) $(HOME) 443', E: cost });
});

test('arguments refer to what the pod and the Services set', () => {
  const env = { HOME: '/root', HOSTNAME: 'web-0', LEVEL: '2', PATH: '/bin' };
  expect(
    expandable(env, { name: 'a', image: 'x', env: [{ name: 'HOME', value: '/root' }] }),
  ).toEqual({ HOME: '/root', LEVEL: '2' });
});

test('a container has the variables of the Service kubernetes, and the host name of its pod', () => {
  const url = 'tcp://10.96.0.1:443';
  expect(resolveEnvironment(...podWith({}), data)).toMatchObject({
    HOSTNAME: 'web-0',
    KUBERNETES_SERVICE_HOST: '10.96.0.1',
    KUBERNETES_SERVICE_PORT: '443',
    KUBERNETES_SERVICE_PORT_HTTPS: '443',
    KUBERNETES_PORT: url,
    KUBERNETES_PORT_443_TCP: url,
    KUBERNETES_PORT_443_TCP_PROTO: 'tcp',
    KUBERNETES_PORT_443_TCP_PORT: '443',
    KUBERNETES_PORT_443_TCP_ADDR: '10.96.0.1',
  });
});

test('sets variables from fields of the pod through the downward API', () => {
  const field = (name: string, fieldPath: string) => ({
    name,
    valueFrom: { fieldRef: { fieldPath } },
  });
  expect(
    resolve([
      field('NAME', 'metadata.name'),
      field('NODE', 'spec.nodeName'),
      field('IP', 'status.podIP'),
      field('TEAM', "metadata.annotations['team']"),
      field('NONE', "metadata.labels['none']"),
    ]),
  ).toEqual({ NAME: 'web-0', NODE: 'metal-1', IP: '10.244.128.9', TEAM: 'a', NONE: '' });
});

test('sets variables from keys of Secrets and ConfigMaps', () => {
  expect(
    resolve([
      { name: 'T', valueFrom: { secretKeyRef: { name: 'keys', key: 'token' } } },
      { name: 'L', valueFrom: { configMapKeyRef: { name: 'conf', key: 'LEVEL' } } },
      { name: 'O', valueFrom: { secretKeyRef: { name: 'none', key: 'x', optional: true } } },
    ]),
  ).toEqual({ T: 'abc', L: '2', O: 'absent' });
});

test('does not start a pod with a missing key that is not optional', () => {
  const env = [{ name: 'T', valueFrom: { secretKeyRef: { name: 'keys', key: 'none' } } }];
  expect(() => resolve(env)).toThrow(new NotYetThere('Secret keys, key none is not there yet'));
});

test('makes variables with a prefix of a whole ConfigMap; waits for a missing one', () => {
  const whole = (name: string) =>
    resolveEnvironment(...podWith({ envFrom: [{ prefix: 'X_', configMapRef: { name } }] }), data);
  expect(whole('conf').X_LEVEL).toBe('2');
  expect(() => whole('none')).toThrow(new NotYetThere('ConfigMap none is not there yet'));
});

test('sets variables from limits, and 0 where there is no limit', () => {
  const env = ['limits.cpu', 'limits.memory'].map((resource) => ({
    name: resource.replace('.', '_'),
    valueFrom: { resourceFieldRef: { resource } },
  }));
  const resolved = resolveEnvironment(
    ...podWith({ env, resources: { limits: { cpu: '2' } } }),
    data,
  );
  expect(resolved).toMatchObject({ limits_cpu: '2', limits_memory: '0' });
});

test('sets the address of the API server to that of its Service', () => {
  const resolved = resolveEnvironment(...podWith({}), data);
  expect(resolved.KUBERNETES_SERVICE_HOST).toBe('10.96.0.1');
  expect(resolved.KUBERNETES_SERVICE_PORT).toBe('443');
});

test('keeps a text without references unchanged', () => {
  expect(expand('--a=$b $', {})).toBe('--a=$b $');
});

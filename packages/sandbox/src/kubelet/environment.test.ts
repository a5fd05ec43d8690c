// SPDX-License-Identifier: Apache-2.0
import { expand, NotYetThere, resolveEnvironment, type DataSource } from './environment.ts';
import type { Container, EnvVar, Pod } from './pod.ts';

const data: DataSource = {
  secret: (_, name) => (name === 'keys' ? { token: Buffer.from('abc') } : undefined),
  configMap: (_, name) => (name === 'conf' ? { LEVEL: Buffer.from('2') } : undefined),
};

function podWith(container: Partial<Container>): [Pod, Container] {
  const full = { name: 'main', image: 'x', ...container };
  const metadata = { name: 'web-0', namespace: 'shop', uid: 'u1', annotations: { team: 'a' } };
  const spec = { nodeName: 'metal-1', containers: [full] };
  return [{ metadata, spec, status: { podIP: '10.244.128.9' } }, full];
}

function resolve(env: readonly EnvVar[]): Record<string, string> {
  const resolved = resolveEnvironment(...podWith({ env }), data);
  return Object.fromEntries(env.map(({ name }) => [name, resolved[name] ?? 'absent']));
}

test('references between variables are expanded in order, unknown ones stay', () => {
  expect(
    resolve([
      { name: 'A', value: 'one' },
      { name: 'B', value: '$(A)-$(NONE)-$$(A)' },
    ]),
  ).toEqual({ A: 'one', B: 'one-$(NONE)-$(A)' });
});

test('fields of the pod come through the downward API', () => {
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

test('keys of Secrets and ConfigMaps are read', () => {
  expect(
    resolve([
      { name: 'T', valueFrom: { secretKeyRef: { name: 'keys', key: 'token' } } },
      { name: 'L', valueFrom: { configMapKeyRef: { name: 'conf', key: 'LEVEL' } } },
      { name: 'O', valueFrom: { secretKeyRef: { name: 'none', key: 'x', optional: true } } },
    ]),
  ).toEqual({ T: 'abc', L: '2', O: 'absent' });
});

test('a missing key that is not optional keeps the pod from starting', () => {
  const env = [{ name: 'T', valueFrom: { secretKeyRef: { name: 'keys', key: 'none' } } }];
  expect(() => resolve(env)).toThrow(new NotYetThere('Secret keys, key none is not there yet'));
});

test('a whole ConfigMap becomes variables with a prefix; a missing one keeps the pod waiting', () => {
  const whole = (name: string) =>
    resolveEnvironment(...podWith({ envFrom: [{ prefix: 'X_', configMapRef: { name } }] }), data);
  expect(whole('conf').X_LEVEL).toBe('2');
  expect(() => whole('none')).toThrow(new NotYetThere('ConfigMap none is not there yet'));
});

test('limits are offered as variables, 0 where there is none', () => {
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

test('the API server is where its Service is', () => {
  const resolved = resolveEnvironment(...podWith({}), data);
  expect(resolved.KUBERNETES_SERVICE_HOST).toBe('10.96.0.1');
  expect(resolved.KUBERNETES_SERVICE_PORT).toBe('443');
});

test('expand leaves text without references alone', () => {
  expect(expand('--a=$b $', {})).toBe('--a=$b $');
});

// SPDX-License-Identifier: Apache-2.0
import { byFormerParent, named, recordProgram, valueOf } from '@strata/testing';
import { testContext } from '../test-context.ts';
import { createSshAccess } from './index.ts';
import { renderSshService } from './render-ssh-service.ts';

const record = (ssh: object, ports: readonly object[] = [{ port: 22, nodePort: 31_234 }]) =>
  recordProgram(
    () => createSshAccess('ssh', { ...testContext({ access: { ssh } }), hostKeyPem: 'hush' }),
    {
      // The API server chooses a node port where the program names none.
      outputs: (type) => (type === 'kubernetes:core/v1:Service' ? { spec: { ports } } : {}),
    },
  );

const portOf = async (ssh: object, ports?: readonly object[]) =>
  valueOf((await record(ssh, ports)).result);

test('returns the port at which a client finds the jump', async () => {
  expect(await portOf({ via: 'none' })).toBeUndefined();
  expect(await portOf({ via: 'network', network: 'backbone' })).toBeUndefined();
  expect(await portOf({ via: 'bastion' })).toBe(31_234);
  expect(await portOf({ via: 'node-port' })).toBe(31_234);
  const balanced = { via: 'load-balancer', address: '203.0.113.7' };
  expect(await portOf(balanced)).toBe(22);
  expect(await portOf({ via: 'node-port' }, [])).toBeUndefined();
  expect(await portOf(balanced, [])).toBeUndefined();
});

test('the Service of a node port is done once it has its port', async () => {
  const service = named(await record({ via: 'node-port' }), 'ssh-service');
  expect(service.inputs).toEqual({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: 'ssh',
      namespace: 'cluster-demo',
      labels: {
        'app.kubernetes.io/managed-by': 'strata',
        'app.kubernetes.io/part-of': 'demo',
        'cluster.x-k8s.io/cluster-name': 'demo',
        'strata.dev/environment': 'sandbox',
      },
      annotations: {
        'pulumi.com/patchFieldManager': 'strata',
        'pulumi.com/waitFor': 'jsonpath={.spec.ports[0].nodePort}',
      },
    },
    spec: {
      type: 'NodePort',
      selector: {
        'cluster.x-k8s.io/role': 'control-plane',
        'cluster.x-k8s.io/cluster-name': 'demo',
      },
      sessionAffinity: 'ClientIP',
      externalTrafficPolicy: 'Cluster',
      ports: [{ name: 'ssh', protocol: 'TCP', port: 22, targetPort: 22 }],
    },
  });
  expect(service.customTimeouts).toEqual({ create: '5m' });
});

test('an address of a pool takes no node port, whatever the configuration says of one', async () => {
  const balanced = { via: 'load-balancer', address: '203.0.113.7', nodePort: 30_022 };
  expect(named(await record(balanced), 'ssh-service').inputs.spec).toMatchObject({
    allocateLoadBalancerNodePorts: false,
    ports: [{ name: 'ssh', protocol: 'TCP', port: 22, targetPort: 22 }],
  });
  const { ports } = named(await record(balanced), 'ssh-service').inputs.spec as {
    readonly ports: readonly object[];
  };
  expect(ports[0]).not.toHaveProperty('nodePort');
  const atPort = named(await record({ ...balanced, via: 'node-port' }), 'ssh-service');
  expect(atPort.inputs.spec).toMatchObject({ type: 'NodePort', ports: [{ nodePort: 30_022 }] });
});

test('what a Service does not ask for, it does not name', () => {
  const rendered = (ssh: object) => renderSshService(testContext({ access: { ssh } }));
  expect(rendered({ via: 'node-port' })?.spec.ports[0]).not.toHaveProperty('nodePort');
  const outside = { via: 'load-balancer', address: '192.0.2.1' };
  expect(rendered(outside)?.annotations).not.toHaveProperty(['metallb.io/address-pool']);
});

test('requests an address that is in no pool without naming one', async () => {
  const { metadata } = named(
    await record({ via: 'load-balancer', address: '192.0.2.1' }),
    'ssh-service',
  ).inputs as { readonly metadata: { readonly annotations: object } };
  expect(metadata.annotations).toEqual({
    'pulumi.com/patchFieldManager': 'strata',
    'pulumi.com/waitFor': 'jsonpath={.status.loadBalancer.ingress[0].ip}=192.0.2.1',
    'metallb.io/loadBalancerIPs': '192.0.2.1',
  });
});

test('a state of an earlier version has the Service and the bastion in a component of their own', async () => {
  const { 'strata:user-cluster:SshAccess::ssh': parts } = byFormerParent(
    await record({ via: 'bastion' }),
  );
  expect(parts).toEqual(['ssh-bastion', 'ssh-service']);
});

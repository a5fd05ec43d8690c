// SPDX-License-Identifier: Apache-2.0
import { findRelease, releases } from '@strata/contracts';
import {
  containerProcess,
  initRestartRule,
  logFileName,
  restartRule,
} from './container-process.ts';
import { findKnownImage, shortImage } from './images.ts';
import type { Container, Pod } from './pod.ts';

function podWith(container: Container, restartPolicy?: Pod['spec']['restartPolicy']): Pod {
  const metadata = { name: 'virt-api-1', namespace: 'kubevirt', uid: 'u1' };
  return { metadata, spec: { containers: [container], ...(restartPolicy && { restartPolicy }) } };
}

function processOf(container: Container, hostsFile?: string, pod = podWith(container)) {
  return containerProcess({
    pod,
    container,
    env: { LEVEL: '2', PATH: '/usr/bin' },
    networkName: 'p1',
    volumesDir: '/run/pods/u1',
    mountPoint: '/run/root',
    logFile: '/logs/x.log',
    ...(hostsFile !== undefined && { hostsFile }),
    binaryPath: (tool, binary) => `/bin/${tool}/${binary}`,
  });
}

function commandOf(container: Container, hostsFile?: string): string {
  const spec = processOf(container, hostsFile);
  return spec.command.join(' ').replace(/\S+container-root.sh/, 'container-root.sh');
}

test('runs a container in its network and mounts, with its volumes where the spec says', () => {
  expect(
    commandOf({
      name: 'virt-api',
      image: 'quay.io/kubevirt/virt-api:v1.8.4',
      command: ['virt-api'],
      args: ['-v', '$(LEVEL)'],
      volumeMounts: [
        { name: 'certs', mountPath: '/etc/virt-api/certificates' },
        { name: 'conf', mountPath: '/etc/conf.yaml', subPath: 'conf.yaml' },
      ],
    }),
  ).toBe(
    'nsenter --net=/run/netns/p1 -- unshare --mount --uts -- sh container-root.sh virt-api-1 /run/root ' +
      '/bin/kubevirt/virt-api /usr/bin/virt-api /run/pods/u1/certs /etc/virt-api/certificates ' +
      '/run/pods/u1/conf/conf.yaml /etc/conf.yaml -- /usr/bin/virt-api -v 2',
  );
});

test('a container cannot write to volumes that a kubelet writes, nor to those that it says so of', () => {
  const mount = (name: string) => ({ name, mountPath: `/${name}` });
  const container = {
    name: 'c',
    image: 'quay.io/kubevirt/virt-api:v1.8.4',
    volumeMounts: [
      ...['secret', 'map', 'fields', 'tokens', 'scratch'].map(mount),
      { ...mount('data'), readOnly: true },
    ],
  };
  const pod = podWith(container);
  const volumes = [
    { name: 'secret', secret: { secretName: 'a' } },
    { name: 'map', configMap: { name: 'a' } },
    { name: 'fields', downwardAPI: {} },
    { name: 'tokens', projected: {} },
    { name: 'scratch' },
    { name: 'data' },
  ];
  const { command } = processOf(container, undefined, { ...pod, spec: { ...pod.spec, volumes } });
  expect(
    command.filter((word) => /^\/(secret|map|fields|tokens|scratch|data)\b/.test(word)),
  ).toEqual(['/secret:ro', '/map:ro', '/fields:ro', '/tokens:ro', '/scratch', '/data:ro']);
});

test('runs the entry point of the image when the container has no command', () => {
  expect(
    commandOf({ name: 'c', image: 'quay.io/metallb/controller:v0.16.1', args: ['--port=7472'] }),
  ).toMatch(/\/bin\/metallb\/metallb-controller \/controller -- \/controller --port=7472$/);
});

test('restarts a container as the restart policy of the pod says', () => {
  const container = { name: 'c', image: 'x' };
  const restarts = (policy?: Pod['spec']['restartPolicy']) =>
    [0, 1].map(restartRule(podWith(container, policy)));
  expect(restarts()).toEqual([true, true]);
  expect(restarts('Always')).toEqual([true, true]);
  expect(restarts('OnFailure')).toEqual([false, true]);
  expect(restarts('Never')).toEqual([false, false]);
});

test('runs the program of the image that the command names', () => {
  const image = 'registry.k8s.io/etcd:3.6.5-0';
  const run = (...command: readonly string[]) => commandOf({ name: 'c', image, command });
  expect(run('etcdctl', 'get', 'health')).toMatch(
    / \/bin\/etcd-clients\/etcdctl \/usr\/bin\/etcdctl -- \/usr\/bin\/etcdctl get health$/,
  );
  expect(run('etcdutl', 'snapshot', 'status')).toMatch(
    / \/bin\/etcd-clients\/etcdutl \/usr\/bin\/etcdutl -- \/usr\/bin\/etcdutl snapshot status$/,
  );
});

test('a script finds the programs of its image before those of the machine', () => {
  const script = {
    name: 'store',
    image: 'docker.io/restic/restic:0.18.1',
    command: ['/bin/sh', 'store.sh'],
  };
  expect(commandOf(script)).toContain(' /bin/restic/restic /image/restic ');
  expect(processOf(script).env.PATH).toMatch(/^\/image:\/usr\/bin/);
});

test('a script that asks for no capabilities has none', () => {
  const command = commandOf({
    name: 'write',
    image: 'quay.io/kubevirt/kubevirt-csi-driver:v0.4.5',
    command: ['/bin/sh', '-c', 'true'],
    securityContext: { capabilities: { drop: ['ALL'] } },
  });
  expect(command.split(' -- ').at(-1)).toBe(
    '/usr/bin/setpriv --bounding-set=-all --inh-caps=-all --no-new-privs /usr/bin/sh -c true',
  );
});

test('shows devices and the names of hosts where a container expects them', () => {
  const container = {
    name: 'c',
    image: 'docker.io/restic/restic:0.18.1',
    volumeDevices: [{ name: 'disk-cp-0', devicePath: '/disks/cp-0' }],
  };
  expect(commandOf(container, '/run/pods/u1/.hosts')).toContain(
    ' /run/pods/u1/.hosts /etc/hosts:ro /run/pods/u1/disk-cp-0 /disks/cp-0 -- ',
  );
});

test('an init container that failed is started again, but not in a pod that is never restarted', () => {
  const container = { name: 'c', image: 'x' };
  const restarts = (policy?: Pod['spec']['restartPolicy']) =>
    [0, 1].map(initRestartRule(podWith(container, policy)));
  expect(restarts()).toEqual([false, true]);
  expect(restarts('OnFailure')).toEqual([false, true]);
  expect(restarts('Never')).toEqual([false, false]);
});

test('names a log after namespace, pod and container', () => {
  const container = { name: 'virt-api', image: 'x' };
  expect(logFileName(podWith(container), container)).toBe('kubevirt_virt-api-1_virt-api.log');
});

test('knows an image under any registry, but only with its version', () => {
  expect(findKnownImage('mirror.example:5000/a/virt-api:v1.8.4')?.program).toEqual({
    kind: 'binary',
    tool: 'kubevirt',
    binary: 'virt-api',
    entrypoint: '/usr/bin/virt-api',
  });
  expect(findKnownImage('quay.io/kubevirt/virt-api:v1.8.5')).toBeUndefined();
  expect(shortImage('quay.io/kubevirt/virt-api:v1.8.4@sha256:abc')).toBe('virt-api:v1.8.4');
});

test('runs the pause image, which does nothing until it is ended', () => {
  const command = commandOf({ name: 'pause', image: 'registry.k8s.io/pause:3.10' });
  expect(command).toContain(' /usr /usr:ro ');
  expect(command.split(' -- ').at(-1)).toBe('/usr/bin/sleep infinity');
});

test("runs the script, not the image's program, of a container whose command is the shell", () => {
  const command = commandOf({
    name: 'host-follower',
    image: 'quay.io/openshift/origin-csi-livenessprobe:4.20.0',
    command: ['/bin/sh', '/etc/cloud/follow-hosts.sh'],
    volumeMounts: [{ name: 'config', mountPath: '/etc/cloud' }],
  });
  expect(command).toContain(' /usr /usr:ro ');
  expect(command).toContain(' /run/pods/u1/config /etc/cloud ');
  expect(command.split(' -- ').at(-1)).toBe('/usr/bin/sh /etc/cloud/follow-hosts.sh');
});

test('runs every program that a user cluster needs in the infra cluster', () => {
  const images = releases.flatMap((release) =>
    Object.entries(release.images).flatMap(([name, { image }]) =>
      /^(cloud-controller-manager|csi-(?!node-))/.test(name) ? [image] : [],
    ),
  );
  expect(images.filter((image) => findKnownImage(image) === undefined)).toEqual([]);
});

test('runs what backs up and restores a user cluster', () => {
  const images = releases.flatMap(({ images: { etcd, restic } }) => [etcd.image, restic.image]);
  expect(images.filter((image) => findKnownImage(image) === undefined)).toEqual([]);
});

test("runs the CSI driver's controller and each of its sidecars as programs of the toolchain", () => {
  const programs = Object.entries(findRelease('v1.8')?.images ?? {}).flatMap(([name, { image }]) =>
    /^(csi-(?!node-)|snapshot-controller)/.test(name)
      ? [[name, findKnownImage(image)?.program]]
      : [],
  );
  const program = (binary: string, tool = binary) => ({
    kind: 'binary',
    tool,
    binary,
    entrypoint: `/usr/bin/${binary}`,
  });
  expect(Object.fromEntries(programs)).toEqual({
    'csi-driver': program('kubevirt-csi-driver'),
    'csi-provisioner': program('csi-provisioner'),
    'csi-attacher': program('csi-attacher'),
    'csi-resizer': program('csi-resizer'),
    'csi-snapshotter': program('csi-snapshotter', 'snapshot-controller'),
    'csi-liveness-probe': program('csi-livenessprobe'),
    'snapshot-controller': program('snapshot-controller'),
  });
});

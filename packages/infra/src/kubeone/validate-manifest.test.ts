// SPDX-License-Identifier: Apache-2.0
import { loaderPath } from '../../test/loader-path.ts';
import { configPath } from './config-path.ts';
import { manifestText, renderKubeoneManifest } from './render-kubeone-manifest.ts';
import { testInputs } from './test-config.ts';
import { validateManifest } from './validate-manifest.ts';

const inputs = testInputs();
const manifest = renderKubeoneManifest(inputs);
const env = { ...process.env, STRATA_KUBEONE_VALIDATE: loaderPath() };

const validate = (changed: object) =>
  validateManifest(JSON.stringify({ ...manifest, ...changed }), inputs.hosts, env);

test('names the configuration key of each field that KubeOne refuses', async () => {
  const [worker] = manifest.staticWorkers?.hosts ?? [];
  const staticWorkers = { hosts: [{ ...worker, privateAddress: '10.0.0.10' }] };
  expect(await validate({ versions: { kubernetes: 'latest' }, staticWorkers })).toEqual({
    problems: [
      {
        path: ['kubeone', 'version'],
        message:
          'KubeOne refuses versions.kubernetes: Invalid value: {"kubernetes":"latest"}: ' +
          '.versions.kubernetes is not a semver string',
      },
      {
        path: ['kubeone', 'version'],
        message:
          'KubeOne refuses versions.kubernetes: Invalid value: "latest": ' +
          '.versions.kubernetes is not a semver string',
      },
      {
        path: ['hosts', 3],
        message:
          'KubeOne refuses staticWorkers.hosts[0]: Invalid value: "PrivateAddress": ' +
          'private IP address "10.0.0.10" already used for control-plane node',
      },
    ],
  });
});

test('refuses a field that KubeOne does not know', async () => {
  expect(await validate({ colour: 'red' })).toEqual({
    problems: [
      {
        path: ['kubeone'],
        message:
          'KubeOne refuses the manifest: configuration decoding kubeone.k8c.io/v1beta2, Kind=KubeOneCluster',
      },
      {
        path: ['kubeone'],
        message: 'KubeOne refuses the manifest: strict decoding error: unknown field "colour"',
      },
    ],
  });
});

test("KubeOne's loader refuses v1beta3", async () => {
  const { problems } = await validate({ apiVersion: 'kubeone.k8c.io/v1beta3' });
  expect(problems.map(({ message }) => message)).toContain(
    'KubeOne refuses the manifest: provided apiVersion "kubeone.k8c.io/v1beta3" is not supported',
  );
});

test('warns without the loader, and says how to build it', async () => {
  const text = manifestText(manifest);
  expect(await validateManifest(text, inputs.hosts, { PATH: '/nonexistent' })).toEqual({
    problems: [],
    warning:
      'the manifest was not checked by KubeOne itself: kubeone-validate is not on PATH and ' +
      'STRATA_KUBEONE_VALIDATE does not name it. Build it with: npm run toolchain -- --only kubeone-validate; then ' +
      'set STRATA_KUBEONE_VALIDATE to the path of the program',
  });
});

test.each([
  ['controlPlane.hosts[1].publicAddress', ['hosts', 1, 'publicAddress']],
  ['staticWorkers.hosts[0].kubelet.maxPods', ['hosts', 3]],
  ['controlPlane', ['hosts']],
  ['clusterNetwork.cni.cilium.enableGatewayAPI', ['kubeone', 'network', 'cni']],
  ['containerRuntime.containerd.registries[x]', ['kubeone', 'containerd']],
  ['features.staticAuditLog.logPath', ['kubeone', 'features', 'auditLog']],
  ['proxy.http', ['kubeone']],
])('maps the manifest field %s to the configuration key %j', (field, path) => {
  expect(configPath(field, inputs.hosts)).toEqual(path);
});

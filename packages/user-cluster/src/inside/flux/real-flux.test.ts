// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FluxConfig } from '../../config/index.ts';
import type { RunningProgram } from '../../restored/programs.ts';
import { testConfig } from '../../test-context.ts';
import { deliveryOf } from './tell-delivery.ts';
import { FluxLab } from './testing/flux-lab.ts';
import { GitServer } from './testing/git-server.ts';

// The real etcd, API server, source-controller and kustomize-controller, with the rights that they have in a
// cluster. Git is real, behind an HTTPS server of the test. No pod runs, and no NetworkPolicy is enforced.
const patience = 300_000;
const building = 3_600_000;
const password = 'a-token-of-the-test';
const folder = mkdtempSync(join(tmpdir(), 'real-flux-'));
const lab = new FluxLab(folder, testConfig());
let controllers: readonly RunningProgram[];
let git: GitServer;
let flux: FluxConfig;

/** A ConfigMap in a folder that the repository's root does not deliver by itself. */
const settings = (colour: string) => ({
  'clusters/shop/settings.yaml': JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: 'default' },
    data: { colour },
  }),
});

const settingsPath = '/api/v1/namespaces/default/configmaps/settings';

async function colour(): Promise<string | undefined> {
  const found = await lab.client.get<{ readonly data: { readonly colour: string } }>(settingsPath);
  return found?.data.colour;
}

/** Asks until the answer is true; what is wrong is in what the controllers have said. */
const eventually = async (ask: () => Promise<boolean>) => controllers[0]?.ready(ask, 120_000);

const told = async () => deliveryOf(lab.client, { cluster: 'shop', patienceSeconds: 60 });

beforeAll(async () => {
  controllers = await lab.start();
  git = new GitServer(join(folder, 'shop.git'), lab.pki, password);
  const url = await git.start();
  const config = testConfig({
    delivery: {
      flux: {
        url,
        ref: { branch: 'main' },
        path: './clusters/shop',
        credentials: { password },
        certificateAuthority: readFileSync(join(lab.pki, 'ca.crt'), 'utf8'),
        addresses: ['127.0.0.1/32'],
      },
    },
  });
  if (config.delivery.flux === undefined) throw new Error('nothing is delivered');
  flux = config.delivery.flux;
}, building);

afterAll(async () => {
  lab.client.close();
  await lab.programs.stopAll();
  await git.stop();
  rmSync(folder, { recursive: true, force: true });
}, patience);

// Proves: clusters.delivery
test(
  'a commit is fetched with its credentials and applied, and the next one changes what it made',
  async () => {
    const first = git.commit(settings('blue'));
    await lab.deliver(flux);
    expect(await told()).toEqual({
      severity: 'info',
      text: `delivery.flux of the user cluster "shop": ${first} of ${flux.url} is applied`,
    });
    expect(await colour()).toBe('blue');
    const second = git.commit(settings('red'));
    await lab.reconcile();
    await eventually(async () => (await colour()) === 'red');
    await eventually(async () => (await told()).text.includes(second));
  },
  patience,
);

// Proves: clusters.delivery
test(
  'a wrong token and a wrong folder are told, and mended without a restart',
  async () => {
    const secret = lab.pathOf('Secret');
    await lab.client.patch(secret, { stringData: { password: 'another' } });
    await lab.reconcile();
    await eventually(async () => (await told()).severity === 'warn');
    expect((await told()).text).toMatch(
      /^delivery\.flux of the user cluster "shop": https:\/\/127\.0\.0\.1:\d+\/shop\.git cannot be fetched: failed to checkout and determine revision: .*authentication required.*\. Flux tries again every 60s$/,
    );
    expect((await told()).text).not.toContain('another');
    await lab.client.patch(secret, { stringData: { password } });
    await lab.reconcile();
    await eventually(async () => (await told()).severity === 'info');
    const kustomization = lab.pathOf('Kustomization');
    await lab.client.patch(kustomization, { spec: { path: './clusters/other' } });
    await eventually(async () => (await told()).severity === 'warn');
    expect((await told()).text).toMatch(
      /^delivery\.flux of the user cluster "shop": \.\/clusters\/other of main@sha1:[0-9a-f]{40} cannot be applied: kustomization path not found: .*\. Flux tries again every 60s$/,
    );
    await lab.client.patch(kustomization, { spec: { path: './clusters/shop' } });
    await eventually(async () => (await told()).severity === 'info');
  },
  patience,
);

// Proves: clusters.delivery
test(
  'a Kustomization in another namespace delivers nothing, whoever made it',
  async () => {
    const apis = '/apis/kustomize.toolkit.fluxcd.io/v1';
    const other = `${apis}/namespaces/default/kustomizations`;
    await lab.client.post(other, {
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      metadata: { name: 'other', namespace: 'default' },
      spec: {
        interval: '60s',
        prune: false,
        path: './clusters/shop',
        sourceRef: { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' },
      },
    });
    await lab.reconcile();
    // Long enough for a Kustomization that somebody looks at.
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    // The default of the definition, for nobody has looked at it.
    expect(await lab.client.get(`${other}/other`)).toMatchObject({
      status: { observedGeneration: -1 },
    });
    expect(await lab.client.get(`${other}/other`)).not.toHaveProperty('metadata.finalizers');
  },
  patience,
);

// Proves: clusters.delivery
test(
  'when the delivery is removed, what was delivered stays',
  async () => {
    for (const kind of ['Kustomization', 'GitRepository'] as const) {
      await lab.client.delete(lab.pathOf(kind));
      await eventually(async () => (await lab.client.get(lab.pathOf(kind))) === undefined);
    }
    expect(await colour()).toBe('red');
    for (const controller of controllers) {
      expect(controller.hasEnded).toBe(false);
      expect(controller.said).not.toContain('forbidden');
    }
  },
  patience,
);

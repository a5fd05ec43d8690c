// SPDX-License-Identifier: Apache-2.0
import { kubeone as schema } from '../config/kubeone-fields.ts';
import {
  checkNames,
  encryptsAsWanted,
  lateWarnings,
  reachedSettings,
  wantedSettings,
} from './late-settings.ts';

const config = (more: object = {}) =>
  schema.parse({ version: '1.35.4', apiEndpoint: { host: '10.0.0.9' }, ...more });

const hosts = [{ name: 'metal-0' }, { name: 'metal-1', maxPods: 250 }];
const plain = { features: { encryptionAtRest: false } };
const made = wantedSettings(config(plain), hosts);

const containerd = (password = 'old') => ({
  containerd: {
    registries: { 'docker.io': { mirrors: ['https://m'], username: 'u', password } },
  },
});

const apply = {
  isUpdate: false,
  hasNewHost: false,
  rewritesSecrets: false,
  changedByHand: [] as readonly string[],
};

/** Returns the warnings of a run that changes the configuration, and what hosts have after it. */
function run(wanted: typeof made, facts: Partial<typeof apply> = {}, had = made) {
  const reached = reachedSettings(had, wanted, { ...apply, ...facts });
  return { reached, warnings: lateWarnings(reached, wanted, false) };
}

const late = (key: string, more = '') =>
  `${key}: running hosts keep what they have; KubeOne takes the change to them with the next update of Kubernetes${more}`;

test('warns of nothing where nothing has changed, nor at a first run', () => {
  expect(run(made).warnings).toEqual([]);
  expect(run(made, {}, {}).reached).toEqual(made);
});

test('warns of each change that does not reach running hosts', () => {
  const changed = config({
    ...containerd(),
    imageRegistry: { overwrite: 'registry.example.org' },
    features: { encryptionAtRest: true, auditLog: { enabled: true, maxBackups: 7 } },
  });
  const wanted = wantedSettings(changed, [{ name: 'metal-0', maxPods: 200 }, ...hosts.slice(1)]);
  const all = [
    late('kubeone.containerd', ', or with a host that joins'),
    late('kubeone.imageRegistry', ', or with a host that joins'),
    late('kubeone.features.encryptionAtRest'),
    late('kubeone.features.auditLog'),
    late('hosts[metal-0].maxPods'),
  ];
  const { reached, warnings } = run(wanted);
  expect(warnings).toEqual(all);
  // It says so again until the change has come to the hosts.
  expect(run(wanted, {}, reached).warnings).toEqual(all);
  expect(run(wanted, { hasNewHost: true }, reached).warnings).toEqual(all.slice(2));
  const update = { isUpdate: true, rewritesSecrets: true };
  expect(run(wanted, update, reached)).toEqual({ reached: wanted, warnings: [] });
});

test('a host that joins has its own number of pods', () => {
  const wanted = wantedSettings(config(plain), [...hosts, { name: 'metal-2', maxPods: 30 }]);
  expect(run(wanted, { hasNewHost: true }).warnings).toEqual([]);
});

test('no password is in what is recorded', () => {
  expect(wantedSettings(config(containerd('old')), hosts)).toEqual(
    wantedSettings(config(containerd('new')), hosts),
  );
});

test('Secrets are encrypted as wanted, unless hosts are recorded that do not encrypt them yet', () => {
  expect(encryptsAsWanted({}, [])).toBe(true);
  expect(encryptsAsWanted(wantedSettings(config(), hosts), [])).toBe(true);
  expect(encryptsAsWanted(made, [])).toBe(false);
  expect(encryptsAsWanted(made, ['kube-apiserver-metal-0'])).toBe(true);
});

test('says how to encrypt Secrets that an update which stopped has left in clear text', () => {
  const wanted = wantedSettings(config(), hosts);
  const { reached } = run(wanted, { isUpdate: true });
  expect(reached).toEqual(made);
  expect(lateWarnings(reached, wanted, true)).toEqual([
    'kubeone.features.encryptionAtRest: API servers encrypt Secrets, but it is not recorded that KubeOne has written those from before again, which it does not do when an update continues one that stopped: they may be in etcd in clear text. Once all control planes are updated, run "kubectl get secrets -A -o json | kubectl replace -f -" until it ends without an error (docs/bare-metal.md#encryption-at-rest-that-is-switched-on), then add "features.encryptionAtRest" to kubeone.changedByHand for one update',
  ]);
  expect(run(wanted, { changedByHand: ['features.encryptionAtRest'] }).warnings).toEqual([]);
});

test('a setting that people have changed on the cluster by hand has reached it', () => {
  const wanted = wantedSettings(config({ features: { encryptionAtRest: true } }), hosts);
  const { reached, warnings } = run(wanted, { changedByHand: ['features.encryptionAtRest'] });
  expect(warnings).toEqual([]);
  expect(run(wanted, {}, reached).warnings).toEqual([]);
});

const named = wantedSettings(
  config({ ...plain, apiEndpoint: { host: '10.0.0.9', alternativeNames: ['api.example.org'] } }),
  hosts,
);

test('an update of Kubernetes does not bring names into the certificate', () => {
  const warnings = [
    'kubeone.apiEndpoint.alternativeNames: no update takes the change to the certificate of the API, and no host can join while it lacks a name; run "kubeone certificates renew --manifest kubeone.yaml" after this update (docs/bare-metal.md#what-a-run-does), then add "apiEndpoint.alternativeNames" to kubeone.changedByHand for one update',
  ];
  const updated = run(named, { isUpdate: true, hasNewHost: true });
  expect(updated).toEqual({ reached: made, warnings });
  const byHand = run(named, { changedByHand: ['apiEndpoint.alternativeNames'] });
  expect(byHand).toEqual({ reached: named, warnings: [] });
});

test('refuses a host that joins while the certificate lacks names', () => {
  expect(checkNames(made, named, { hasNewHost: true })).toEqual([
    {
      path: ['kubeone', 'apiEndpoint', 'alternativeNames'],
      message:
        'the certificate of the API was not made with these names, and kubeadm refuses that while a host joins: leave the new host out of hosts for now, and run "kubeone certificates renew --manifest kubeone.yaml" after this update (docs/bare-metal.md#what-a-run-does), then add "apiEndpoint.alternativeNames" to kubeone.changedByHand for one update',
    },
  ]);
  expect(checkNames(made, named, { hasNewHost: false })).toEqual([]);
  expect(checkNames(named, named, { hasNewHost: true })).toEqual([]);
});

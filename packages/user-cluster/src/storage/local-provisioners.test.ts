// SPDX-License-Identifier: Apache-2.0
import { localProvisioners } from './local-provisioners.ts';

test.each(['kubevirt.io.hostpath-provisioner', 'kubevirt.io/hostpath-provisioner'])(
  'volumes of %s, which CDI knows as the hostpath provisioner, are on one host',
  (provisioner) => {
    expect(Object.keys(localProvisioners)).toContain(provisioner);
  },
);

test.each(Object.entries(localProvisioners))(
  'for volumes of %s being on one host, there is a source that a reader can open',
  (_, source) => {
    expect(new URL(source).protocol).toBe('https:');
  },
);

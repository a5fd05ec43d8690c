// SPDX-License-Identifier: Apache-2.0
import { vlanRefusals } from './vlan-refusals.ts';

const promises = {
  given: [{ bridge: 'br1', ids: ['200-209'] }],
  taken: [{ name: 'fast', vlan: 20 }, { name: 'moves', vlan: 200 }, { name: 'flat' }],
  open: [{ name: 'fast' }, { name: 'flat' }],
  bridges: [{ name: 'br1', vlans: ['200-219'] }],
};

const others = "is the platform's network";
const uncarried = (vlan: number) =>
  `the hosts do not carry VLAN ${vlan} to "br1", only 200-219; take one of these, or add it there`;

test.each([
  ['one that is given', 201, {}],
  [
    'one of a network that clusters may use, which the hosts do not carry',
    20,
    {
      taken: `VLAN 20 ${others} "fast", which others are on, too; use that network, or a VLAN of the cluster's own`,
      uncarried: uncarried(20),
    },
  ],
  [
    'one of a network that is for nobody, though it is given',
    200,
    {
      taken: `VLAN 200 ${others} "moves", which others are on, too; use a VLAN of the cluster's own`,
    },
  ],
  ['one that nobody gives and the hosts do not carry', 230, { uncarried: uncarried(230) }],
  [
    'one that nobody gives',
    215,
    {
      ungiven:
        'the cluster may not have VLAN 215 of "br1"; it may have: 200-209 of "br1". The owner of the platform gives others in kubevirt-stack:tenants.vlans',
    },
  ],
])('of %s (%i) it is said what speaks against it', (_, vlan, expected) => {
  expect(vlanRefusals(promises, 'shop', { bridge: 'br1', vlan })).toStrictEqual(expected);
});

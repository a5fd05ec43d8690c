// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { Manifest } from '@strata/manifests';
import type { SriovPolicyConfig } from './config/index.ts';

/** Name of the ConfigMap in which the operator has the cards that it knows. */
const listName = 'supported-nic-ids';

/** A kind of card, by its PCI numbers. */
interface Card {
  readonly vendor: string;
  readonly device: string;
}

/** Returns the cards in the manifest of the operator: `<vendor> <device> <virtual function>` of each. */
function knownCards({ objects }: Manifest): Card[] {
  const list = objects.find(
    ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === listName,
  );
  const lines = Object.values((list?.data ?? {}) as Readonly<Record<string, string>>);
  return lines.map((line) => {
    const [vendor = '', device = ''] = line.split(' ');
    return { vendor, device };
  });
}

/**
 * Reports policies for cards that the operator does not know: it leaves them out without a word, and
 * their resource has no functions on any host.
 *
 * @param manifest - of sriov-network-operator; nothing is refused where it names no cards.
 * @see https://github.com/k8snetworkplumbingwg/sriov-network-operator/blob/v1.6.0/pkg/host/internal/sriov/sriov.go (DiscoverSriovDevices)
 */
export function checkKnownCards(
  policies: readonly SriovPolicyConfig[],
  manifest: Manifest,
): Problem[] {
  const cards = knownCards(manifest);
  if (cards.length === 0) return [];
  const vendors = [...new Set(cards.map(({ vendor }) => vendor))];
  return policies.flatMap(({ nicSelector: { deviceID, vendor } }, index): Problem[] => {
    const path = ['sriov', 'policies', index, 'nicSelector'];
    if (vendor !== undefined && !vendors.includes(vendor)) {
      const message = `the operator knows no card of the vendor "${vendor}"; ${suggestion(vendor, vendors)}`;
      return [{ path: [...path, 'vendor'], message }];
    }
    const devices = cards
      .filter((card) => vendor === undefined || card.vendor === vendor)
      .map(({ device }) => device);
    if (deviceID === undefined || devices.includes(deviceID)) return [];
    const ofVendor = vendor === undefined ? '' : ` of the vendor "${vendor}"`;
    const message = `the operator knows no card "${deviceID}"${ofVendor}, and leaves it out; ${suggestion(deviceID, devices)}`;
    return [{ path: [...path, 'deviceID'], message }];
  });
}

// SPDX-License-Identifier: Apache-2.0
import { FakeForge } from '@strata/gitops/fake-forge';
import type { FakeAccount, ForgeKind } from '@strata/gitops/fake-forge';
import type { RackSession } from '@strata/sandbox';
import { openRelay } from './forge-relay.ts';

/** A forge that is played, and that can be reached inside the rack. */
export interface PlayedForge {
  readonly forge: FakeForge;
  /** Where it is, inside. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** The account by which jobs speak to a forge. */
export interface JobAccount extends Partial<Omit<FakeAccount, 'id'>> {
  readonly token: string;
}

/**
 * Starts a forge with one account.
 *
 * @param folder - one of its own.
 */
export async function startForge(
  session: RackSession,
  folder: string,
  kind: ForgeKind,
  { token, ...account }: JobAccount,
): Promise<PlayedForge> {
  const forge = await FakeForge.start(kind);
  forge.state.addAccount(token, account);
  const relay = await openRelay(session, forge.url, folder);
  return {
    forge,
    url: relay.url,
    stop: async () => {
      await relay.close();
      await forge.stop();
    },
  };
}

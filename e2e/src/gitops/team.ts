// SPDX-License-Identifier: Apache-2.0
import { FakeForge } from '@strata/gitops/fake-forge';
import type { RackSession } from '@strata/sandbox';
import { openRelay } from './forge-relay.ts';
import { Pipeline } from './pipeline.ts';
import type { TeamRepository } from './team-repository.ts';

/** A forge that is played, as GitHub, and a runner inside the rack that reaches it. */
export interface Team {
  readonly forge: FakeForge;
  readonly pipeline: Pipeline;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the forge and the runner of a team.
 *
 * @param folder - one of its own.
 * @param token - by which the workflows of the forge write comments.
 */
export async function startTeam(
  session: RackSession,
  folder: string,
  repository: TeamRepository,
  token: string,
): Promise<Team> {
  const forge = await FakeForge.start('github');
  forge.state.addAccount(token, { isBot: true });
  const relay = await openRelay(session, forge.url, folder);
  const seen = { repository: 'o/r', url: relay.url, token };
  return {
    forge,
    pipeline: new Pipeline(folder, repository, session, seen),
    stop: async () => {
      await relay.close();
      await forge.stop();
    },
  };
}

// SPDX-License-Identifier: Apache-2.0
import { readRings } from '../deploy/read-rings.ts';
import { checkGitHub } from '../forge-settings/check-github.ts';
import { checkGitLab } from '../forge-settings/check-gitlab.ts';
import { pipelineNeeds, wantedSettings } from '../forge-settings/wanted-settings.ts';
import { accessFromEnvironment } from '../forge/forge-from-environment.ts';
import { readPullRequestClusterConfigs } from '../pull-request-clusters/read-pull-request-cluster-configs.ts';
import type { Command } from './command.ts';
import { parseOptions } from './parse-arguments.ts';

/** Reports missing settings of the forge. */
export const settingsCommand: Command = {
  usage: [
    'settings',
    'looks through the settings of the forge (environments, reviewers, branches, names of secrets) and',
    'says what is missing, with the fix. It changes nothing. It needs the variables of the forge, such',
    'as GITHUB_REPOSITORY and GITHUB_TOKEN, of somebody who may read settings; without a token it says',
    'what is to be set',
  ],
  run: async (args, { env, print, progress, workspace }) => {
    parseOptions(args, {});
    const clusterRepositories = readPullRequestClusterConfigs(workspace).flatMap(
      ({ repositories }) => repositories.map(({ name }) => name),
    );
    const needs = pipelineNeeds(readRings(workspace), clusterRepositories);
    if (!env.GITHUB_TOKEN && !env.GITLAB_TOKEN) {
      for (const forge of ['GitHub', 'GitLab'] as const) {
        print(`${forge}:`);
        for (const line of wantedSettings(forge, needs)) print(`  ${line}`);
      }
      return 0;
    }
    const { access, name } = accessFromEnvironment(env, { report: progress });
    const findings =
      name === 'GitHub'
        ? await checkGitHub(access, needs, workspace.root)
        : await checkGitLab(access, needs);
    for (const { fix, problem, subject } of findings) print(`${subject}: ${problem}\n  ${fix}`);
    if (findings.length === 0) print('Nothing is missing.');
    return findings.length === 0 ? 0 : 1;
  },
};

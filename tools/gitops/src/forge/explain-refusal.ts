// SPDX-License-Identifier: Apache-2.0
import { oneLine } from '../comment/escape-text.ts';
import { ForgeError } from './forge.ts';

/** Action that a forge is asked for. */
export type ForgeAction =
  | 'read comments'
  | 'write a comment'
  | 'read issues'
  | 'write an issue'
  | 'read pipelines'
  | 'read pull requests'
  | 'read permissions'
  | 'read settings';

/** Permissions that a token needs for each action. */
export interface Permissions {
  /** Name of the forge, such as `GitHub`. */
  readonly forge: string;
  readonly needed: Readonly<Record<ForgeAction, string>>;
}

/**
 * Permissions that a token of GitHub needs.
 *
 * @see https://docs.github.com/en/rest/authentication/permissions-required-for-fine-grained-personal-access-tokens
 */
export const gitHubPermissions: Permissions = {
  forge: 'GitHub',
  needed: {
    'read comments': 'the permission "pull-requests: write"',
    'write a comment': 'the permission "pull-requests: write"',
    'read issues': 'the permission "issues: write"',
    'write an issue': 'the permission "issues: write"',
    'read pipelines': 'the permission "actions: read"',
    'read pull requests': 'the permissions "issues: read" and "pull-requests: read"',
    // Whatever its permissions: GitHub asks who its account is.
    'read permissions': 'an account that may push to the repository (the role Write or more)',
    'read settings':
      'the permissions to read "actions", "administration", "environments", "secrets" and "variables"',
  },
};

/** Permissions that a token of GitLab needs. @see https://docs.gitlab.com/user/permissions/ */
export const gitLabPermissions: Permissions = {
  forge: 'GitLab',
  needed: {
    'read comments': 'the scope "api" and the role Reporter or more',
    'write a comment': 'the scope "api" and the role Reporter or more',
    'read issues': 'the scope "api" and the role Reporter or more',
    'write an issue': 'the scope "api" and the role Reporter or more',
    'read pipelines': 'the scope "api" and the role Reporter or more',
    'read pull requests': 'the scope "read_api" and the role Reporter or more',
    'read permissions': 'the scope "read_api" and the role Reporter or more',
    'read settings': 'the scope "read_api" and the role Maintainer',
  },
};

/** Answer that is not a success. */
export interface Refusal {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly message: string;
}

/** Returns a message that says why a forge refused an action, and what to do. */
export function explainRefusal(
  { forge, needed }: Permissions,
  action: ForgeAction,
  repository: string,
  { message, status }: Refusal,
): ForgeError {
  const said = `${status === 0 ? '' : `${status} `}${oneLine(message, 200)}`.trim();
  const task = `${action} of ${repository}`;
  switch (status) {
    case 401:
      return new ForgeError(
        `${forge} does not accept the token (${said}): it is wrong, expired or revoked. To ${task} it needs ${needed[action]}.`,
      );
    case 403:
      return new ForgeError(
        `${forge} does not allow this token to ${task} (${said}): it needs ${needed[action]}.`,
      );
    case 404:
      return new ForgeError(
        `${forge} finds nothing to ${task} (${said}): the name is wrong, or the token may not see it and needs ${needed[action]}.`,
      );
    default:
      return new ForgeError(
        status === 0 || status >= 500
          ? `${forge} did not ${task} (${said}), and did not when asked again: run it again later.`
          : `${forge} did not ${task} (${said}).`,
        status === 0 || status >= 500,
      );
  }
}

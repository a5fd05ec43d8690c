// SPDX-License-Identifier: Apache-2.0
import { GitopsError } from '../gitops-error.ts';

/** Comment on a pull request (GitLab: a note on a merge request). */
export interface ForgeComment {
  readonly id: number;
  readonly body: string;
}

/** Issue, with the fields that this tool uses. */
export interface ForgeIssue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly state: 'open' | 'closed';
  readonly labels: readonly string[];
}

/** Content of a new issue. */
export type NewIssue = Pick<ForgeIssue, 'title' | 'body' | 'labels'>;

/** Fields of an issue to change. */
export type IssueChange = Partial<NewIssue & Pick<ForgeIssue, 'state'>>;

/** Operations of a forge that this tool needs. All lists are complete, oldest first. */
export interface Forge {
  /**
   * Returns whether a run belongs to a pull request. On GitHub a branch can write comments with the
   * account of all workflows, by a workflow that it changed, and with any number in them.
   */
  readonly isRunOf: (pullRequest: number, run: number) => Promise<boolean>;
  readonly comments: {
    /** Returns the comments that this token's account has made. */
    readonly own: (pullRequest: number) => Promise<ForgeComment[]>;
    readonly create: (pullRequest: number, body: string) => Promise<void>;
    readonly update: (pullRequest: number, id: number, body: string) => Promise<void>;
    /** Removes a comment; does nothing if it is gone already. */
    readonly remove: (pullRequest: number, id: number) => Promise<void>;
  };
  readonly issues: {
    /**
     * Returns open and closed issues with a label that this token's account has opened. Others are
     * left out: on GitLab a guest may set labels on an issue that he opens.
     *
     * @see https://gitlab.com/gitlab-org/gitlab/-/merge_requests/62816
     */
    readonly ownWithLabel: (label: string) => Promise<ForgeIssue[]>;
    /** Creates an issue, and labels that do not exist yet. */
    readonly create: (issue: NewIssue) => Promise<void>;
    readonly update: (number: number, change: IssueChange) => Promise<void>;
  };
}

/** Options of a client. */
export interface ForgeAccess {
  /** Token, which is never shown anywhere. */
  readonly token: string;
  /** URL of the API (GitHub) or of the server (GitLab). */
  readonly url: string;
  /** `owner/name`; for GitLab also the project's number. */
  readonly repository: string;
  readonly pace?: Partial<Pace>;
  /** Receives the reasons of delays. @default standard error */
  readonly report?: (line: string) => void;
}

/** Time limits and retries of a client. */
export interface Pace {
  /** Time limit of one answer, in milliseconds. @default 30000 */
  readonly timeoutMs: number;
  /** Number of retries after a failure. @default 4 */
  readonly retries: number;
  /** Longest wait for a rate limit, in seconds. @default 300 */
  readonly longestWaitSeconds: number;
  /** Milliseconds per second of waiting; less in tests. @default 1000 */
  readonly secondMs: number;
}

/** Default time limits and retries. */
export const defaultPace: Pace = {
  timeoutMs: 30_000,
  retries: 4,
  longestWaitSeconds: 300,
  secondMs: 1000,
};

/** Error of a forge that refuses an action; the message says what to do. */
export class ForgeError extends GitopsError {
  /** True when it is unknown whether the action was carried out. */
  readonly uncertain: boolean;

  constructor(message: string, uncertain = false) {
    super(message);
    this.uncertain = uncertain;
  }
}

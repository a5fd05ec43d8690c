// SPDX-License-Identifier: Apache-2.0
import { GitopsError } from '../gitops-error.ts';

/** A comment on a pull request (GitLab: a note on a merge request). */
export interface ForgeComment {
  readonly id: number;
  readonly body: string;
}

/** An issue, as far as this tool looks at it. */
export interface ForgeIssue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly state: 'open' | 'closed';
  readonly labels: readonly string[];
}

/** What a new issue says. */
export type NewIssue = Pick<ForgeIssue, 'title' | 'body' | 'labels'>;

/** What of an issue is to become different. */
export type IssueChange = Partial<NewIssue & Pick<ForgeIssue, 'state'>>;

/** What this tool needs of the place where the repository is. All lists are whole, oldest first. */
export interface Forge {
  readonly comments: {
    /** Comments that this token, or another one of the same account, has made. */
    readonly own: (pullRequest: number) => Promise<ForgeComment[]>;
    readonly create: (pullRequest: number, body: string) => Promise<void>;
    readonly update: (pullRequest: number, id: number, body: string) => Promise<void>;
    /** It is no error when it is gone already. */
    readonly remove: (pullRequest: number, id: number) => Promise<void>;
  };
  readonly issues: {
    /** Open and closed ones. */
    readonly withLabel: (label: string) => Promise<ForgeIssue[]>;
    /** Labels that do not exist are made. */
    readonly create: (issue: NewIssue) => Promise<void>;
    readonly update: (number: number, change: IssueChange) => Promise<void>;
  };
}

/** What a client needs to know. */
export interface ForgeAccess {
  /** Never shown anywhere. */
  readonly token: string;
  /** The API's root (GitHub) or the server's (GitLab). */
  readonly url: string;
  /** `owner/name`; of GitLab also the project's number. */
  readonly repository: string;
  readonly pace?: Partial<Pace>;
  /** Is told why it takes long. @default standard error */
  readonly report?: (line: string) => void;
}

/** How patient a client is. */
export interface Pace {
  /** How long one answer may take, in milliseconds. @default 30000 */
  readonly timeoutMs: number;
  /** How often what failed is asked again. @default 4 */
  readonly retries: number;
  /** Longest time that a rate limit is waited for at once, in seconds. @default 300 */
  readonly longestWaitSeconds: number;
  /** What a second of waiting is, in milliseconds; less in tests. @default 1000 */
  readonly secondMs: number;
}

/** How patient a client is unless told otherwise. */
export const defaultPace: Pace = {
  timeoutMs: 30_000,
  retries: 4,
  longestWaitSeconds: 300,
  secondMs: 1000,
};

/** A forge that does not do what it is asked; the message says what to do. */
export class ForgeError extends GitopsError {
  /** Nobody knows whether what was asked for has been done. */
  readonly uncertain: boolean;

  constructor(message: string, uncertain = false) {
    super(message);
    this.uncertain = uncertain;
  }
}

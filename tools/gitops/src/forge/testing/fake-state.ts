// SPDX-License-Identifier: Apache-2.0

/** Account with a token. */
export interface FakeAccount {
  readonly id: number;
  readonly login: string;
  /** Whether the token belongs to an app, whose token cannot query its own account. */
  readonly isBot: boolean;
  /** Permissions of its token. `none`: the token cannot see the repository. */
  readonly may:
    | { readonly comments: boolean; readonly issues: boolean; readonly actions?: boolean }
    | 'none';
}

/** Comment on a pull request, or note on a merge request. */
export interface FakeComment {
  readonly id: number;
  readonly pullRequest: number;
  body: string;
  readonly author: FakeAccount;
}

/** Issue; a pull request among GitHub's issues has `isPullRequest`. */
export interface FakeIssue {
  readonly number: number;
  title: string;
  body: string;
  state: 'open' | 'closed';
  labels: string[];
  readonly isPullRequest: boolean;
  readonly author: FakeAccount;
}

/** Merge request of GitLab with the results of its pipelines. */
export interface FakeMergeRequest {
  readonly iid: number;
  /** Commit of its head. */
  readonly sha: string;
  readonly state: 'opened' | 'merged';
  /** Branch that it goes to. @default 'main' */
  readonly targetBranch?: string;
  readonly pipelines: readonly {
    readonly id: number;
    readonly sha: string;
    /** @default the branch */
    readonly ref?: string;
    /** Whether it belongs to another project. @default false */
    readonly isOfFork?: boolean;
    readonly jobs: readonly {
      readonly id: number;
      readonly name: string;
      readonly status: string;
      /** Contents of the artifact, by path; they are sent as JSON. */
      readonly files?: Readonly<Record<string, unknown>>;
    }[];
  }[];
}

/** Pull request, or merge request of GitLab, with what was done to its labels and its state. */
export interface FakePullRequest {
  readonly number: number;
  isOpen: boolean;
  labels: string[];
  readonly events: {
    readonly kind: 'labelled' | 'unlabelled' | 'reopened';
    /** A time in ISO 8601. */
    readonly at: string;
    /** Name of the account; undefined for one that is gone. */
    readonly by?: string;
    readonly label?: string;
  }[];
  readonly title?: string;
}

/** Data of a repository on a forge that this tool uses. */
export class FakeState {
  readonly comments: FakeComment[] = [];
  readonly issues: FakeIssue[] = [];
  /** Only for GitHub: the pull request of each run of a workflow, by the number of the run. */
  readonly runs = new Map<number, number>();
  /** Only for GitLab: on GitHub a pull request's own run has its reports. */
  readonly mergeRequests: FakeMergeRequest[] = [];
  readonly pullRequests: FakePullRequest[] = [];
  /** Names of the accounts that may write to the repository. */
  readonly writers: string[] = [];
  /** Accounts by token. */
  readonly accounts = new Map<string, FakeAccount>();
  #lastId = 100;

  addAccount(token: string, account: Partial<Omit<FakeAccount, 'id'>> = {}): FakeAccount {
    this.#lastId += 1;
    const made = {
      login: `user-${this.#lastId}`,
      isBot: false,
      may: { comments: true, issues: true, actions: true },
      ...account,
      id: this.#lastId,
    };
    this.accounts.set(token, made);
    return made;
  }

  addComment(pullRequest: number, body: string, author: FakeAccount): FakeComment {
    this.#lastId += 1;
    const comment = { id: this.#lastId, pullRequest, body, author };
    this.comments.push(comment);
    return comment;
  }

  /** Adds an issue; without an author, it is of the account that was added first. */
  addIssue(issue: Pick<FakeIssue, 'title'> & Partial<FakeIssue>): FakeIssue {
    const [author = this.addAccount('token of the first issue')] = this.accounts.values();
    const made: FakeIssue = {
      body: '',
      state: 'open',
      labels: [],
      isPullRequest: false,
      author,
      ...issue,
      number: this.issues.length + 1,
    };
    this.issues.push(made);
    return made;
  }

  removeComment(id: number): boolean {
    const index = this.comments.findIndex((comment) => comment.id === id);
    if (index >= 0) this.comments.splice(index, 1);
    return index >= 0;
  }
}

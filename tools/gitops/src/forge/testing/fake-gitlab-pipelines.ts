// SPDX-License-Identifier: Apache-2.0
import { gitLabMergeRequest } from './fake-pull-requests.ts';
import { pageOf } from './fake-route.ts';
import type { FakeAnswer, FakeRequest, FakeRoute } from './fake-route.ts';

const usualPageSize = 20;
const project = '\\/api\\/v4\\/projects\\/o%2Fr';
const path = (rest: string) => new RegExp(`^${project}${rest}$`);
const notFound: FakeAnswer = { status: 404, body: { message: '404 Not found' } };

function list(request: FakeRequest, all: readonly unknown[]): FakeAnswer {
  const { headers, items } = pageOf(all, request.url, usualPageSize);
  return { status: 200, headers, body: items };
}

/**
 * Routes of merge requests, their pipelines and jobs.
 *
 * @see https://docs.gitlab.com/api/merge_requests/
 * @see https://docs.gitlab.com/api/jobs/
 * @see https://docs.gitlab.com/api/job_artifacts/#download-a-single-artifact-file-by-job-id
 */
export const pipelineRoutes: readonly FakeRoute[] = [
  {
    method: 'GET',
    path: path('\\/merge_requests'),
    needs: 'comments',
    answer: (request) => {
      const wanted = request.url.searchParams.get('state') ?? 'all';
      const all = request.state.mergeRequests.filter(
        ({ state }) => wanted === 'all' || state === wanted,
      );
      const label = request.url.searchParams.get('labels');
      // Those with labels are asked for without their pipelines.
      const labelled = request.state.pullRequests.filter(
        ({ isOpen, labels }) => isOpen && label !== null && labels.includes(label),
      );
      return list(request, [
        ...labelled.map(gitLabMergeRequest),
        ...(label === null ? all : []).map(({ iid, sha, state, targetBranch = 'main' }) => ({
          id: iid + 1000,
          iid,
          sha,
          state,
          target_branch: targetBranch,
        })),
      ]);
    },
  },
  {
    method: 'GET',
    path: path('\\/merge_requests\\/(\\d+)\\/pipelines'),
    needs: 'comments',
    answer: (request) => {
      const found = request.state.mergeRequests.find(({ iid }) => iid === Number(request.parts[0]));
      if (found === undefined) return notFound;
      const all = found.pipelines.map(({ id, isOfFork, ref = 'branch', sha }) => ({
        id,
        sha,
        ref,
        project_id: isOfFork === true ? 2 : 1,
        status: 'success',
      }));
      return list(request, all);
    },
  },
  {
    method: 'GET',
    path: path('\\/pipelines\\/(\\d+)\\/jobs'),
    needs: 'comments',
    answer: (request) => {
      const all = request.state.mergeRequests.flatMap(({ pipelines }) => pipelines);
      const found = all.find(({ id }) => id === Number(request.parts[0]));
      if (found === undefined || found.isOfFork === true) return notFound;
      return list(
        request,
        found.jobs.map(({ id, name, status }) => ({ id, name, status, stage: name })),
      );
    },
  },
  {
    method: 'GET',
    path: path('\\/jobs\\/(\\d+)\\/artifacts\\/(.+)'),
    needs: 'comments',
    answer: ({ parts, state }) => {
      const all = state.mergeRequests.flatMap(({ pipelines }) => pipelines);
      const job = all.flatMap(({ jobs }) => jobs).find(({ id }) => id === Number(parts[0]));
      const content = job?.files?.[parts[1] ?? ''];
      return content === undefined ? notFound : { status: 200, body: content };
    },
  },
];

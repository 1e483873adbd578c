import { annotations } from "../../render/annotations.js";
import { jobSummary } from "../../render/job-summary.js";
import { pullRequestText } from "../../render/pull-request-text.js";
import type { Views } from "./run.js";

export const views: Views = { pullRequest: pullRequestText, summary: jobSummary, annotations };

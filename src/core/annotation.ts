import { z } from "zod";

/** Where a site's owner answers to findings. */
export const ANNOTATIONS_PATH = "/.well-known/sightline.json";
export const ANNOTATIONS_MAX = 50;
const ANNOTATION_LENGTH = 500;
const CHECK_LENGTH = 80;

/**
 * An owner's answer to a finding: shown beside it, changes no score. The same file proves control of a site, in members
 * that are not read here.
 */
export const annotationSchema = z.object({
	/** Id of the check. */
	check: z
		.string()
		.max(CHECK_LENGTH)
		.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
	reason: z.string().trim().min(1).max(ANNOTATION_LENGTH),
});
export type Annotation = z.infer<typeof annotationSchema>;

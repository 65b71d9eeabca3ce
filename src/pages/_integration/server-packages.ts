/** Packages that only a server needs. It runs in a checkout or its image, where they are installed. */
export const OF_A_SERVER = ["better-auth", "@better-auth/*", "nodemailer", "@astrojs/node", "@astrojs/vercel"];

/** @param names package names; `*` is a wildcard */
export function importsOf(names: readonly string[]): RegExp[] {
	return names.map((name) => new RegExp(`^${name.replace("*", "[^/]+")}(?:/|$)`));
}

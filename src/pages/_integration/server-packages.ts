/** What a server alone needs: it runs in a checkout, or an image of one, where these are installed. */
export const OF_A_SERVER = ["better-auth", "@better-auth/*", "nodemailer", "@astrojs/node", "@astrojs/vercel"];

/** @param names of packages; `*` stands for a part of one */
export function importsOf(names: readonly string[]): RegExp[] {
	return names.map((name) => new RegExp(`^${name.replace("*", "[^/]+")}(?:/|$)`));
}

import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["src/**/*.test.ts", "jobs/**/*.test.ts", "test/**/*.test.ts"],
		setupFiles: ["./.vitest.setup.ts"],
		environment: "node",
		pool: "forks",
		testTimeout: 20_000,
	},
});

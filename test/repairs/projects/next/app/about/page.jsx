export const metadata = { title: "About the bindery" };

export default function About() {
	return (
		<>
			<h1>About the bindery</h1>
			<p>The bindery was opened in 1998 by two printers who wanted to keep what they had printed.</p>
			<p>There are four of us today, and each book is made by one person from the first sheet to the last stitch.</p>
			<p>There are four courses a year, with no more than six people in each, and all of the tools that you need are on the table when you arrive.</p>
			<p>What has been bound here can be brought back at any time, and will be mended for the price of the thread.</p>
			<p><img src="/divider.png" /></p>
		</>
	);
}

// Files that are opened beside the screen.

/** Open the file whose `url` a request returns. */
export async function openInTab(request) {
  const tab = open(); // in the click itself: the browser would block it after the request
  if (tab) tab.opener = null;
  try {
    const { url } = await request();
    (tab ?? window).location.assign(url);
  } catch (error) {
    tab?.close();
    throw error;
  }
}

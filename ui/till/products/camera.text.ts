// Texts of scanning with the camera. They come with it.

const en = {
  camera_hint: 'Hold a barcode inside the frame.',
  camera_starts: 'Starting the camera …',
  camera_picture: 'Picture of the camera',
  camera_light: 'Light',
  camera_choose: 'Camera',
  camera_number: 'Camera {{number}}',
  camera_again: 'Try again',
  camera_insecure: 'The camera needs the secure address',
  camera_insecure_cure:
    'At this address the browser gives no camera. Set up this device for the secure address, which begins with https, and pair the till there. It takes a few minutes, once.',
  camera_set_up: 'Set up this device',
  camera_denied: 'The camera is not allowed',
  camera_denied_cure: 'Open the browser’s settings for this page, allow the camera, and try again.',
  camera_missing: 'No camera found',
  camera_missing_cure: 'Connect a camera and try again, or type the code into the search.',
  camera_busy: 'The camera does not start',
  camera_busy_cure: 'Close other apps that use the camera, and try again.',
  camera_unreadable: 'Codes cannot be read now',
  camera_unreadable_cure:
    'Check the connection to the server and try again. If it stays so, update this browser.',
}

const sw: Record<keyof typeof en, string> = {
  camera_hint: 'Weka msimbo pau ndani ya fremu.',
  camera_starts: 'Kamera inawashwa …',
  camera_picture: 'Picha ya kamera',
  camera_light: 'Taa',
  camera_choose: 'Kamera',
  camera_number: 'Kamera {{number}}',
  camera_again: 'Jaribu tena',
  camera_insecure: 'Kamera inahitaji anwani salama',
  camera_insecure_cure:
    'Kwenye anwani hii kivinjari hakitoi kamera. Andaa kifaa hiki kwa anwani salama, inayoanza na https, kisha unganisha kaunta huko. Ni dakika chache, mara moja tu.',
  camera_set_up: 'Andaa kifaa hiki',
  camera_denied: 'Kamera haijaruhusiwa',
  camera_denied_cure: 'Fungua mipangilio ya kivinjari ya ukurasa huu, ruhusu kamera, kisha jaribu tena.',
  camera_missing: 'Hakuna kamera',
  camera_missing_cure: 'Unganisha kamera ujaribu tena, au andika msimbo kwenye utafutaji.',
  camera_busy: 'Kamera haiwaki',
  camera_busy_cure: 'Funga app nyingine zinazotumia kamera, kisha jaribu tena.',
  camera_unreadable: 'Misimbo haisomeki kwa sasa',
  camera_unreadable_cure: 'Hakiki muunganisho na seva ujaribu tena. Ikiendelea hivyo, sasisha kivinjari.',
}

export const tillCamera = { en, sw }

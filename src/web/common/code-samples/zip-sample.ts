import { strToU8, zipSync } from 'fflate'
import { saveFile } from '../../ui/save-file.ts'

/** Hands the file to the reader as a .zip, made here. */
export function saveZip(file: string, text: string): void {
  saveFile(`${file.replace(/\.\w+$/, '')}.zip`, zipSync({ [file]: strToU8(text) }), 'application/zip')
}
